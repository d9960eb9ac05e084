import {
  type BlockNode,
  errorMessage,
  isFinal,
  type Run,
  RunwrightError,
  type WorkflowDefinition,
} from '@runwright/contract';
import { closeTimeoutMs } from '../browser/close-with-timeout.ts';
import { endRun } from '../journal/end-run.ts';
import { eventPlace } from '../journal/event-place.ts';
import { type Change, eventEntry } from '../journal/journal.ts';
import { nextRunStatus } from '../machines/run.ts';
import { blockExecutionAt, topLevelScope } from '../state/block-execution.ts';
import { executionListOf } from '../state/execution-list.ts';
import { errorEntry } from '../state/outcome.ts';
import type { RunEnd } from '../state/run-end.ts';
import { completedRunEnd, stoppedRunEnd } from '../state/run-end.ts';
import type { BlockEnd } from '../state/walker.ts';
import { noteNotice } from './context/open-run.ts';
import type { RunScope } from './context/run-scope.ts';
import { executeList, executeOrReplayBlock } from './execute-list.ts';

/** The result of executing a run: it has ended, or waits for a stored time. */
export type RunResult = { readonly type: 'ended' } | { readonly type: 'suspended'; readonly dueAt: number };

/**
 * Executes a run from where its journal stands to its end. Throws the reason of the scope's signal, or `lease_lost`;
 * everything that can go wrong with the run itself is its end, not an error.
 */
export async function executeRun(scope: RunScope): Promise<RunResult> {
  const definition = scope.workflow.draft.workflow_definition;
  const { journal } = scope;
  const { settings } = scope.run;
  const place = topLevelScope(Object.entries(settings.blockOutputs ?? {}));
  const list = executionListOf(definition, settings);

  const result = await executeList(scope, list, place);
  if (result.type === 'suspended') return result;

  const body = result.type === 'stopped' ? stoppedRunEnd(scope.journal, scope.run, result) : completedRunEnd;
  const last = definition.blocks.find((block) => block.label === list.finallyLabel);
  if (!last || body.status === 'canceled') return finish(scope, definition, bodyEnd(definition, body));

  deferStatus(scope, 'finalize');
  await journal.commit();
  const final = await executeOrReplayBlock(scope, blockExecutionAt(place, { node: last, parentLabel: null }));
  if (final.type !== 'ended') return final;
  return finish(scope, definition, finallyEnd(scope, body, last, final.end));
}

/** Ends a run for a reason that lies outside its blocks: the elapsed limit, a secret that is missing, a defect. */
export async function endRunEarly(scope: RunScope, end: RunEnd): Promise<void> {
  await finish(scope, scope.workflow.draft.workflow_definition, end);
}

/** Moves the run's own status on with the next commit, when the event means something in it. */
export function deferStatus(
  scope: Pick<RunScope, 'journal' | 'clock' | 'makeId' | 'run'>,
  type: 'start' | 'finalize',
): void {
  const before = scope.journal.run().status;
  const status = nextRunStatus(before, { type });
  if (status === before || isFinal(status)) return;
  const now = scope.clock.now();
  const event = eventEntry({
    ...eventPlace(scope, scope.makeId('ev'), null),
    type: 'run-status',
    status,
    failureReason: null,
  });
  scope.journal.defer({ entries: [event], patch: (run) => ({ status, ...startTimes(run, now) }) });
}

async function finish(scope: RunScope, definition: WorkflowDefinition, end: RunEnd): Promise<RunResult> {
  const { journal, limits, makeId, clock } = scope;
  // Before the end is written, because afterwards nobody comes back for it.
  await scope.browser.endControl();
  await scope.browser.removeState().catch(() => undefined);
  if (end.status === 'completed') {
    await scope.browser.persistState();
    await scope.publish();
  }
  await learn(scope, end);
  const refusedHosts = scope.describeRefusedHosts();
  if (refusedHosts !== null) await noteNotice(scope, refusedHosts);
  const now = clock.now();
  const isOpen = scope.browser.isOpen;
  // What is deferred must be among the attempts before the output is put together; they are, as soon as they are deferred.
  const change = endRun({
    run: journal.run(),
    definition,
    attempts: journal.attempts(),
    end,
    limits,
    makeId,
    now,
    ...(isOpen ? { webhookDueAt: now + closeTimeoutMs } : {}),
  });
  await journal.commit(change);
  if (isOpen) scope.waitingEntries.push(...webhooksOf(change));
  return { type: 'ended' };
}

/** Learns a script from the run. A script is a help for later runs: that none could be stored does not fail this one. */
async function learn(scope: RunScope, { status }: RunEnd): Promise<void> {
  const isWanted =
    status === 'completed' ||
    (status === 'terminated' && scope.workflow.draft.generate_script_on_terminal === true);
  if (!isWanted || scope.scriptPlace === null) return;
  // The ends of the last blocks are deferred, and the timeline is read from the store.
  await scope.journal.commit();
  try {
    await scope.learn(scope);
  } catch (error) {
    if (scope.signal.aborted || (RunwrightError.is(error) && error.code === 'lease_lost')) throw error;
    const reason = errorMessage(error);
    await noteNotice(scope, `No script could be stored for this run: ${scope.runSecrets.mask(reason)}`);
  }
}

function webhooksOf({ entries = [] }: Change): readonly string[] {
  return entries.flatMap((one) =>
    one.type === 'outbox' && one.entry.type === 'webhook' ? [one.entry.entryId] : [],
  );
}

function bodyEnd(definition: WorkflowDefinition, body: RunEnd): RunEnd {
  if (definition.blocks.length > 0) return body;
  return {
    status: 'failed',
    failureReason: 'The workflow has no executable blocks.',
    failureCategory: 'definition',
  };
}

function finallyEnd(
  scope: Pick<RunScope, 'journal' | 'run'>,
  body: RunEnd,
  node: BlockNode,
  settled: BlockEnd,
): RunEnd {
  if (settled.status === 'completed' || settled.status === 'skipped') return body;
  if (body.status !== 'completed' || node.continue_on_failure === true) return body;
  return stoppedRunEnd(scope.journal, scope.run, { node, status: settled.status });
}

function startTimes(run: Run, now: number): Partial<Pick<Run, 'queuedAt' | 'startedAt'>> {
  return { queuedAt: run.queuedAt ?? now, startedAt: run.startedAt ?? now };
}

/** The end of a run that took longer than it may. */
export function elapsedRunEnd(error: RunwrightError): RunEnd {
  return {
    status: 'timed_out',
    failureReason: error.message,
    failureCategory: 'limit',
    errors: [errorEntry('run_timed_out', error.message, null)],
  };
}
