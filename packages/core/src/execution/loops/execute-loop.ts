import { type Json, RunwrightError } from '@runwright/contract';
import { loopBodyOf } from '@runwright/definition';
import { asJson } from '../../journal/attempt-entries.ts';
import { placeOf } from '../../journal/event-place.ts';
import { eventEntry } from '../../journal/journal.ts';
import type { Visit } from '../../state/block-execution.ts';
import type { Parked } from '../../state/block-result.ts';
import { keepValues, keptValues, loopOutput } from '../../state/loop-rows.ts';
import { completedWith, type Outcome, outcomeOf } from '../../state/outcome.ts';
import { storedIterations } from '../../state/stored-output.ts';
import { deadlinePassed } from '../context/deadline.ts';
import { severalAtOnce } from './concurrent-iterations.ts';
import { closeBody } from './end-loop-body.ts';
import { type GoingLoop, isParked, type OpenLoop } from './loop-execution.ts';
import { oneByOne } from './sequential-iterations.ts';

/** How an attempt of a loop was left. `deadline`: its own time was over. */
export type LoopLeft = { readonly outcome: Outcome; readonly deadline: boolean } | Parked;

/**
 * Carries a loop on from where its rows stand: iterations that are over are not begun again. Its output holds every block
 * that was carried out, however the loop ends. Throws the reason of the scope's signal, or `lease_lost`.
 */
export async function carryOutLoop(loop: OpenLoop): Promise<LoopLeft> {
  const { scope, visit, signal, deadlineAt } = loop;
  let attempt = loop.attempt;
  try {
    if (deadlineAt !== null && deadlineAt <= scope.clock.now()) throw deadlinePassed();
    if (loopBodyOf(visit.node).length === 0) throw nothingToDo(visit);
    const items = await itemsOf(loop);
    attempt = scope.journal.history(attempt.path).at(-1) ?? attempt;
    if (items?.length === 0) return { outcome: emptyOutcome(loop), deadline: false };
    const going: GoingLoop = { ...loop, attempt, items };
    const left = await (width(going) > 1 ? severalAtOnce(going, width(going)) : oneByOne(going));
    if (isParked(left)) {
      return { ...left, dueAt: Math.min(left.dueAt, deadlineAt ?? left.dueAt) };
    }
    return await ended(left ?? completedWith(null));
  } catch (error) {
    if (scope.signal.aborted) throw scope.signal.reason;
    if (RunwrightError.is(error) && error.code === 'lease_lost') throw error;
    const late = signal.aborted || (deadlineAt !== null && deadlineAt <= scope.clock.now());
    return await ended(outcomeOf(late ? deadlinePassed() : error, visit.node.label), late);
  }

  async function ended(outcome: Outcome, deadline = false): Promise<LoopLeft> {
    const masked = scope.vault.mask({ ...outcome, output: null });
    await closeBody(scope, attempt, outcome.status);
    const whole = loopOutput(scope.journal, visit.node, attempt);
    return {
      deadline,
      outcome: { ...masked, output: storedIterations(whole, scope.limits.storedOutputBytes) },
    };
  }
}

/** The items, from the row when an earlier worker found them. What it must not show it has to find again. */
async function itemsOf({
  scope,
  source,
  config,
  context,
  attempt,
}: OpenLoop): Promise<readonly Json[] | null> {
  if (source.type === 'condition') return null;
  const kept = keptValues(attempt);
  if (kept !== null) return kept;
  const found = asJson(await source.values(config, context)) as readonly Json[];
  // One more than may be gone through, so that it is seen that there are too many.
  const items = found.slice(0, scope.limits.loopIterations + 1);
  const shown = scope.vault.mask(items);
  const output = keepValues(shown, JSON.stringify(shown) === JSON.stringify(items));
  const told = eventEntry({
    ...placeOf(scope, attempt.blockRunId, attempt),
    type: 'loop-values',
    values: shown,
  });
  scope.journal.defer({ entries: [{ type: 'attempt', attempt: { ...attempt, output } }, told] });
  return items;
}

function width({ config, items, scope }: GoingLoop): number {
  const wanted = typeof config.concurrency === 'number' ? config.concurrency : 1;
  return Math.min(wanted, scope.limits.loopConcurrency, items?.length ?? 1);
}

function emptyOutcome({ config, visit }: OpenLoop): Outcome {
  if (config.complete_if_empty === true) return completedWith([]);
  const { label } = visit.node;
  const message = `Loop \`${label}\` has no items; with \`complete_if_empty: true\` it would be completed.`;
  return outcomeOf(new RunwrightError('terminated', message, { details: { output: [] } }), label);
}

function nothingToDo({ node }: Visit): RunwrightError {
  return new RunwrightError(
    'terminated',
    `Loop \`${node.label}\` has no blocks; put some into \`loop_blocks\`.`,
  );
}
