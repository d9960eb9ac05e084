import {
  type Attempt,
  type BranchChoice,
  type JsonObject,
  type MailMessage,
  RunwrightError,
} from '@runwright/contract';
import { findUndefinedFields, renderConfig } from '@runwright/definition';
import { attemptStart, newAttempt, toJson, toJsonInTurns } from '../journal/attempt-entries.ts';
import { nextAttemptStatus } from '../machines/attempt.ts';
import type { ChoiceContext } from '../registry/block-kinds.ts';
import type { RegisteredBlock } from '../registry/registry.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { withAbort } from '../runtime/with-abort.ts';
import { maskInTurns } from '../secrets/mask-in-turns.ts';
import type { BlockExecution } from '../state/block-execution.ts';
import type { Suspended } from '../state/block-result.ts';
import { completedOutcome, type Outcome, outcomeOf } from '../state/outcome.ts';
import { limitOutputSize } from '../state/stored-output.ts';
import { inSpan, type OpenSpan, type SpanOptions } from '../telemetry/trace.ts';
import { type OpenBlockContext, openBlockContext } from './context/block-context.ts';
import { blockTemplateScope } from './context/block-template-scope.ts';
import { deadlineSignal } from './context/deadline.ts';
import type { RunScope } from './context/run-scope.ts';
import { executeLoop } from './loops/execute-loop.ts';
import type { ExecuteList } from './loops/loop-execution.ts';
import { noteUndefinedNames } from './note-undefined-names.ts';
import { pauseAttempt } from './pause-attempt.ts';
import { prepareCheckedOutput, prepareOutput } from './prepare-output.ts';
import { runScript } from './run-script.ts';
import { childOutput, startChildAttempt } from './start-child-run.ts';

/** One attempt that is over, not yet written down. */
export interface AttemptResult {
  readonly attempt: Attempt;
  readonly outcome: Outcome;
  readonly branch?: BranchChoice;
  readonly chosenLabel: string | null;
  /** The block's own deadline ended it. */
  readonly deadline: boolean;
}

/** An attempt that waits, as its row says: for a time, a person, or another run. */
export interface WaitingAttempt {
  readonly waiting: Attempt;
}

/** Options of {@link attemptBlock}. */
export interface AttemptOptions {
  readonly number: number;
  /** End of the block's own time, epoch ms; null: it has none. */
  readonly deadlineAt: number | null;
  /** The row of a loop that an earlier worker began; null: the attempt is new. */
  readonly resumed: Attempt | null;
  /** Executes the body of a loop. */
  readonly executeList: ExecuteList;
}

/**
 * Executes one attempt: renders, writes its beginning, runs. Its end is left to the caller. Throws only what ends
 * the whole run here: the reason of the run's signal, or a lost lease.
 */
export async function attemptBlock(
  outer: RunScope,
  block: RegisteredBlock,
  execution: BlockExecution,
  options: AttemptOptions,
): Promise<AttemptResult | WaitingAttempt | Suspended> {
  return inSpan(blockSpan(outer, execution, options), async (span) => {
    const result = await attemptInSpan({ ...outer, trace: span.context }, block, execution, options);
    if ('outcome' in result) endBlockSpan(span, result.outcome);
    else span.set({ 'runwright.block.status': 'waiting' });
    return result;
  });
}

function blockSpan(
  { trace, run }: RunScope,
  { node }: BlockExecution,
  { number }: AttemptOptions,
): SpanOptions {
  return {
    name: `block ${node.block_type}`,
    parent: trace,
    attributes: {
      'runwright.run.id': run.runId,
      'runwright.block.label': node.label,
      'runwright.block.type': node.block_type,
      'runwright.block.attempt': number,
    },
  };
}

function endBlockSpan(span: OpenSpan, { status, failureCategory }: Outcome): void {
  span.set({ 'runwright.block.status': status });
  const isFailure = status !== 'completed' && status !== 'skipped' && status !== 'canceled';
  span.end(isFailure ? `${status}: ${failureCategory ?? 'unknown'}` : null);
}

async function attemptInSpan(
  scope: RunScope,
  block: RegisteredBlock,
  execution: BlockExecution,
  options: AttemptOptions,
): Promise<AttemptResult | WaitingAttempt | Suspended> {
  const { node } = execution;
  const attempt = options.resumed ?? newAttempt(scope, execution, options.number, null);
  const values = blockTemplateScope(scope, execution.listScope);
  let config: JsonObject;
  let shown: JsonObject;
  try {
    config = renderConfig(block, node, values, {
      strict: isStrict(scope),
      errorCodes: scope.workflow.draft.workflow_definition.error_code_mapping ?? null,
    });
    await yieldToEventLoop(scope.clock);
    noteUndefinedNames(scope, attempt, findUndefinedFields(block, node, values));
    shown = await shownConfig(scope, config);
  } catch (error) {
    if (options.resumed === null) scope.journal.defer(attemptStart(scope, execution, attempt, {}));
    return failedAttempt(scope, attempt, error);
  }

  if (block.kind === 'timer') {
    const { delayMs, output } = block.timer(config);
    // The row holds the output already, so that whoever finds it when it is due has nothing to compute.
    const status = nextAttemptStatus(attempt.status, { type: 'wait' });
    const timer: Attempt = { ...attempt, status, output, dueAt: scope.clock.now() + delayMs };
    await scope.journal.commit(attemptStart(scope, execution, timer, shown));
    return { waiting: timer };
  }
  if (block.kind === 'pause') return pause(scope, block, execution, { attempt, config, shown, ...options });
  if (block.kind === 'child') return runChild(scope, block, execution, { attempt, config, shown });

  if (options.resumed === null) await scope.journal.commit(attemptStart(scope, execution, attempt, shown));
  const limit = deadlineSignal(scope, options.deadlineAt);
  // What a block returns can repeat its config, with a mask in it.
  if (scope.runSecrets.findPlaceholders(config).length > 0) scope.runSecrets.noteWritten(config);
  const open = openBlockContext(scope, node, attempt, { signal: limit.signal, config });
  const now = () => ({ ...attempt, effect: open.hasSideEffect() });
  const seen: ChoiceContext = {
    ...open.context,
    scope: values,
    strict: isStrict(scope),
    noteUndefined: (field) => noteUndefinedNames(scope, attempt, [field]),
  };
  try {
    if (block.kind === 'loop') {
      const { signal } = limit;
      const loop = {
        scope,
        signal,
        source: block.source,
        execution,
        attempt,
        config,
        context: seen,
        ...options,
      };
      const result = await executeLoop(loop);
      return 'type' in result ? result : { attempt: now(), chosenLabel: null, ...result };
    }
    const work = perform(block, config, seen, { scope, ...open }).then(async (done) => {
      await open.saveDownloads();
      return done;
    });
    const result = await withAbort(work, limit.signal, scope.clock);
    return { attempt: now(), deadline: false, ...result };
  } catch (error) {
    if (scope.signal.aborted) throw scope.signal.reason;
    if (RunwrightError.is(error) && error.code === 'lease_lost') throw error;
    const tried = await failedAttempt(scope, now(), limit.signal.aborted ? limit.signal.reason : error);
    // What servers have answered a program is masked, and all else is the author's: a mask would tell which guess is right.
    const isProgram = block.kind === 'program' || scope.programs.has(attempt.label);
    const outcome = isProgram ? tried.outcome : open.maskEchoes(tried.outcome);
    return { ...tried, outcome, deadline: limit.signal.aborted };
  } finally {
    limit.clear();
    if (open.usedBrowser() && !scope.signal.aborted) await scope.browser.saveState(attempt);
    await open.close().catch(() => undefined);
  }
}

async function pause(
  scope: RunScope,
  block: RegisteredBlock & { readonly kind: 'pause' },
  execution: BlockExecution,
  options: {
    readonly attempt: Attempt;
    readonly config: JsonObject;
    readonly shown: JsonObject;
    readonly deadlineAt: number | null;
  },
): Promise<AttemptResult | WaitingAttempt> {
  const { attempt, config, shown } = options;
  const dueAt = options.deadlineAt ?? scope.clock.now() + (block.timeoutSeconds ?? 0) * 1000;
  let mail: MailMessage;
  try {
    const workflowTitle = scope.run.title ?? scope.workflow.title;
    const asked = {
      label: attempt.label,
      runId: scope.run.runId,
      workflowTitle,
      link: scope.humanInteraction.link,
    };
    mail = scope.runSecrets.mask(block.pause(config, asked));
  } catch (error) {
    scope.journal.defer(attemptStart(scope, execution, attempt, shown));
    return failedAttempt(scope, attempt, error);
  }
  return { waiting: await pauseAttempt(scope, execution, attempt, { mail, dueAt, shown }) };
}

async function runChild(
  scope: RunScope,
  block: RegisteredBlock & { readonly kind: 'child' },
  execution: BlockExecution,
  options: { readonly attempt: Attempt; readonly config: JsonObject; readonly shown: JsonObject },
): Promise<AttemptResult | WaitingAttempt> {
  const { attempt, config, shown } = options;
  const { browserSessionId } = scope.run.settings;
  const request = () => block.child(config, { label: attempt.label, browserSessionId });
  try {
    const { run, waiting } = await startChildAttempt(scope, execution, attempt, { request, shown });
    if (waiting) return { waiting };
    const outcome = completedOutcome(childOutput(run, 'queued'));
    return { attempt, outcome, chosenLabel: null, deadline: false };
  } catch (error) {
    scope.signal.throwIfAborted();
    if (RunwrightError.is(error) && error.code === 'lease_lost') throw error;
    return failedAttempt(scope, attempt, error);
  }
}

type Result = Pick<AttemptResult, 'outcome' | 'branch' | 'chosenLabel'>;

async function perform(
  block: RegisteredBlock,
  config: JsonObject,
  context: ChoiceContext,
  {
    scope,
    asScript,
    maskEchoes,
  }: Pick<OpenBlockContext, 'asScript' | 'maskEchoes'> & { readonly scope: RunScope },
): Promise<Result> {
  const { clock, runSecrets, limits } = scope;
  const own = {
    clock,
    mask: runSecrets.mask,
    maskEchoes,
    memoryBytes: limits.codeMemoryBytes,
  };
  if (block.kind === 'choice') {
    const chosen = await block.choose(config, context);
    return {
      outcome: completedOutcome(await prepareOutput(scope, chosen.output)),
      branch: scope.runSecrets.mask(chosen.choice),
      chosenLabel: chosen.nextLabel,
    };
  }
  if (block.kind === 'program') {
    const output = await block.program(config, { ...context, ...own });
    return { outcome: completedOutcome(await prepareOutput(scope, output)), chosenLabel: null };
  }
  if (block.kind !== 'work')
    throw new RunwrightError('internal', `Block type \`${block.type}\` cannot be run.`);
  const program = scope.programs.get(context.label);
  if (program) {
    const script = { program, block, config, context: { ...context, ...own }, asScript };
    const output = await runScript(scope, script);
    return { outcome: completedOutcome(await prepareOutput(scope, output)), chosenLabel: null };
  }
  const output = await block.run(config, context);
  const { label } = context;
  const prepared = await prepareCheckedOutput(scope, output, { block, label, maskEchoes });
  return { outcome: completedOutcome(prepared), chosenLabel: null };
}

async function failedAttempt(
  { runSecrets, limits, clock }: Pick<RunScope, 'runSecrets' | 'limits' | 'clock'>,
  attempt: Attempt,
  error: unknown,
): Promise<AttemptResult> {
  const outcome = runSecrets.mask(outcomeOf(error, attempt.label));
  const output = await limitOutputSize(toJson(outcome.output), limits.storedOutputBytes, clock);
  return { attempt, outcome: { ...outcome, output }, chosenLabel: null, deadline: false };
}

function isStrict(scope: Pick<RunScope, 'workflow'>): boolean {
  return scope.workflow.draft.workflow_definition.strict_templates === true;
}

/** The config as the timeline shows it; a large one is a marker that says so. */
async function shownConfig(
  {
    clock,
    runSecrets,
    limits,
    shownConfigs,
  }: Pick<RunScope, 'clock' | 'runSecrets' | 'limits' | 'shownConfigs'>,
  config: JsonObject,
): Promise<JsonObject> {
  const { loop_blocks: _body, ...own } = config;
  const copy = await toJsonInTurns(own, clock);
  const masked = await maskInTurns(runSecrets.mask, copy, clock);
  const maxBytes = Math.min(limits.storedOutputBytes, shownConfigs.leftBytes());
  const shown = await limitOutputSize(masked, maxBytes, clock);
  shownConfigs.add(shown);
  await yieldToEventLoop(clock);
  return typeof shown === 'object' && shown !== null && !Array.isArray(shown) ? (shown as JsonObject) : {};
}
