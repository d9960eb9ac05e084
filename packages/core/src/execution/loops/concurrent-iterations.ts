import { loopBodyList, recordIterations, replayRows } from '../../state/loop-rows.ts';
import type { Outcome } from '../../state/outcome.ts';
import { type IterationResult, isSuspended, type LoopWithItems } from './loop-execution.ts';
import {
  executeIteration,
  iterationScope,
  scopeWithSignal,
  stoppedLoopOutcome,
  tooManyItems,
} from './sequential-iterations.ts';

/** Why the other iterations end when one stops the loop. */
const stopped = new Error('Another iteration has stopped the loop.');

/**
 * Goes through the items, up to `width` at once. An iteration sees what was put out before the loop and by itself. A
 * failure that stops the loop cancels those in flight; the lowest index that failed decides. The worker is given back
 * as soon as every iteration that was begun waits for a stored time.
 */
export async function executeConcurrently(loop: LoopWithItems, width: number): Promise<IterationResult> {
  const { scope, visit } = loop;
  const stop = new AbortController();
  const idle = new AbortController();
  const signal = AbortSignal.any([loop.signal, stop.signal]);
  const { failures, open } = standOf(loop);
  const waiting = new Map<number, number>();
  let working = failures.size === 0 ? width : 0;

  const workers = await scope.browser.releaseWhile(() =>
    Promise.allSettled(Array.from({ length: working }, work)),
  );
  loop.signal.throwIfAborted();
  const broken = workers.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
  if (failures.size === 0 && waiting.size > 0) {
    return { type: 'parked', dueAt: Math.min(...waiting.values()) };
  }
  recordIterations(scope.journal, visit, loop.attempt);
  const [first] = [...failures].sort(([one], [other]) => one - other);
  if (first) return first[1];
  return (loop.items?.length ?? 0) > scope.limits.loopIterations ? tooManyItems(loop) : null;

  async function work(): Promise<void> {
    try {
      for (let index = open.shift(); index !== undefined; index = open.shift()) {
        const left = await finish(index);
        if (isSuspended(left)) return;
        if (left !== null) failures.set(index, left);
        if (left !== null) return stop.abort(stopped);
        await scope.journal.commit();
      }
    } catch (error) {
      if (error === stopped) return;
      // Iterations whose block still runs end it before the run is handed over.
      if (error !== scope.draining.reason) stop.abort(stopped);
      throw error;
    } finally {
      rest();
    }
  }

  async function finish(index: number): Promise<IterationResult> {
    const place = iterationScope(loop, index, visit.listScope.outputs);
    const browser = scope.browser.iteration(JSON.stringify(place.path));
    const inner = { ...scopeWithSignal(scope, signal), browser };
    try {
      for (;;) {
        signal.throwIfAborted();
        const left = await executeIteration(
          loop,
          inner,
          iterationScope(loop, index, new Map(visit.listScope.outputs)),
        );
        if (!isSuspended(left)) {
          await browser.removeState();
          return left;
        }
        if (!(await waited(index, left.dueAt))) return left;
      }
    } finally {
      await browser.close();
    }
  }

  /** False when nobody works any more before the time has come. */
  async function waited(index: number, dueAt: number): Promise<boolean> {
    waiting.set(index, dueAt);
    rest();
    const ends = { signal: AbortSignal.any([signal, idle.signal]) };
    const slept = await scope.clock.sleep(dueAt - scope.clock.now(), ends).then(
      () => true,
      () => false,
    );
    signal.throwIfAborted();
    if (!slept) return false;
    waiting.delete(index);
    working += 1;
    return true;
  }

  function rest(): void {
    working -= 1;
    if (working === 0) idle.abort(stopped);
  }
}

/** Where the rows of an earlier worker stand: iterations that stopped the loop already, and those that are not over. */
function standOf(loop: LoopWithItems): { readonly failures: Map<number, Outcome>; readonly open: number[] } {
  const { visit, items, scope } = loop;
  const failures = new Map<number, Outcome>();
  const open: number[] = [];
  const count = Math.min(items?.length ?? 0, scope.limits.loopIterations);
  for (let index = 0; index < count; index += 1) {
    const place = iterationScope(loop, index, visit.listScope.outputs);
    const { left } = replayRows(scope.journal, loopBodyList(visit.node), place.path);
    if (left === null) open.push(index);
    const outcome = left?.type === 'stopped' ? stoppedLoopOutcome(loop, left, place) : null;
    if (outcome !== null) failures.set(index, outcome);
  }
  return { failures, open };
}
