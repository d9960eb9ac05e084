import { defaults, type Json, RunwrightError } from '@runwright/contract';
import { loopBodyOf } from '@runwright/definition';
import { toJson } from '../../journal/attempt-entries.ts';
import { eventPlace } from '../../journal/event-place.ts';
import { eventEntry } from '../../journal/journal.ts';
import type { BlockExecution } from '../../state/block-execution.ts';
import type { Suspended } from '../../state/block-result.ts';
import { loopOutput, loopValuesOutput, storedLoopValues } from '../../state/loop-rows.ts';
import { completedOutcome, type Outcome, outcomeOf } from '../../state/outcome.ts';
import { limitIterationsSize } from '../../state/stored-output.ts';
import { deadlineError } from '../context/deadline.ts';
import { executeConcurrently } from './concurrent-iterations.ts';
import { endLoopBody } from './end-loop-body.ts';
import { isSuspended, type LoopExecution, type LoopWithItems } from './loop-execution.ts';
import { executeSequentially } from './sequential-iterations.ts';

/** The result of an attempt of a loop. `deadline`: its own timeout has passed. */
export type LoopResult = { readonly outcome: Outcome; readonly deadline: boolean } | Suspended;

/**
 * Continues a loop from where its rows stand: iterations that are over are not begun again. Its output holds every block
 * that was executed, however the loop ends. Throws the reason of the scope's signal, or `lease_lost`.
 */
export async function executeLoop(loop: LoopExecution): Promise<LoopResult> {
  const { scope, execution, signal, deadlineAt } = loop;
  let attempt = loop.attempt;
  try {
    if (deadlineAt !== null && deadlineAt <= scope.clock.now()) throw deadlineError();
    if (loopBodyOf(execution.node).length === 0) throw nothingToDo(execution);
    const items = await itemsOf(loop);
    attempt = scope.journal.history(attempt.path).at(-1) ?? attempt;
    if (items?.length === 0) return { outcome: emptyOutcome(loop), deadline: false };
    const going: LoopWithItems = { ...loop, attempt, items };
    const result = await (width(going) > 1
      ? executeConcurrently(going, width(going))
      : executeSequentially(going));
    if (isSuspended(result)) {
      return { ...result, dueAt: Math.min(result.dueAt, deadlineAt ?? result.dueAt) };
    }
    return await ended(result ?? completedOutcome(null));
  } catch (error) {
    if (scope.signal.aborted) throw scope.signal.reason;
    if (RunwrightError.is(error) && error.code === 'lease_lost') throw error;
    const late = signal.aborted || (deadlineAt !== null && deadlineAt <= scope.clock.now());
    return await ended(outcomeOf(late ? deadlineError() : error, execution.node.label), late);
  }

  async function ended(outcome: Outcome, deadline = false): Promise<LoopResult> {
    const masked = scope.runSecrets.mask({ ...outcome, output: null });
    await endLoopBody(scope, attempt, outcome.status);
    const whole = loopOutput(scope.journal, execution.node, attempt);
    const output = await limitIterationsSize(whole, scope.limits.storedOutputBytes, scope.clock);
    return { deadline, outcome: { ...masked, output } };
  }
}

/** The items, from the row when an earlier worker found them. What it must not show it has to find again. */
async function itemsOf({
  scope,
  source,
  config,
  context,
  attempt,
}: LoopExecution): Promise<readonly Json[] | null> {
  if (source.type === 'condition') return null;
  const kept = storedLoopValues(attempt);
  if (kept !== null) return kept;
  const found = toJson(await source.values(config, context)) as readonly Json[];
  // One more than may be gone through, so that it is seen that there are too many.
  const items = found.slice(0, scope.limits.loopIterations + 1);
  const shown = scope.runSecrets.mask(items);
  const output = loopValuesOutput(shown, JSON.stringify(shown) === JSON.stringify(items));
  const told = eventEntry({
    ...eventPlace(scope, attempt.blockRunId, attempt),
    type: 'loop-values',
    values: shown,
  });
  scope.journal.defer({ entries: [{ type: 'attempt', attempt: { ...attempt, output } }, told] });
  return items;
}

function width({ config, items, scope }: LoopWithItems): number {
  const wanted = typeof config.concurrency === 'number' ? config.concurrency : defaults.loopConcurrency;
  return Math.min(wanted, scope.limits.loopConcurrency, items?.length ?? 1);
}

function emptyOutcome({ config, execution }: LoopExecution): Outcome {
  if (config.complete_if_empty === true) return completedOutcome([]);
  const { label } = execution.node;
  const message = `Loop \`${label}\` has no items; with \`complete_if_empty: true\` it would be completed.`;
  return outcomeOf(new RunwrightError('terminated', message, { details: { output: [] } }), label);
}

function nothingToDo({ node }: BlockExecution): RunwrightError {
  return new RunwrightError(
    'terminated',
    `Loop \`${node.label}\` has no blocks; put some into \`loop_blocks\`.`,
  );
}
