import { loopBodyList, outputsBefore, recordIterations, replayRows } from '../../state/loop-rows.ts';
import type { Outcome } from '../../state/outcome.ts';
import { type IterationResult, isSuspended, type LoopWithItems } from './loop-execution.ts';
import {
  executeIteration,
  iterationScope,
  scopeWithSignal,
  stoppedLoopOutcome,
  tooManyItems,
} from './sequential-iterations.ts';

/** Abort reason of the other iterations when one stops the loop. */
const stopped = new Error('Another iteration has stopped the loop.');

/**
 * Executes up to `width` iterations at once. An iteration sees the outputs from before the loop and its own. A failure that
 * stops the loop cancels the iterations in flight; the lowest index that failed decides. The worker is released as soon as
 * every started iteration waits for a stored time.
 */
export async function executeConcurrently(loop: LoopWithItems, width: number): Promise<IterationResult> {
  const { scope, execution } = loop;
  const stop = new AbortController();
  const idle = new AbortController();
  const signal = AbortSignal.any([loop.signal, stop.signal]);
  const { failures, open } = progressOf(loop);
  const waiting = new Map<number, number>();
  let working = failures.size === 0 ? width : 0;

  const workers = await scope.browser.releaseWhile(() =>
    Promise.allSettled(Array.from({ length: working }, work)),
  );
  loop.signal.throwIfAborted();
  const broken = workers.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
  if (failures.size === 0 && waiting.size > 0) {
    return { type: 'suspended', dueAt: Math.min(...waiting.values()) };
  }
  recordIterations(scope.journal, execution, loop.attempt);
  const [first] = [...failures].sort(([one], [other]) => one - other);
  if (first) return first[1];
  return (loop.items?.length ?? 0) > scope.limits.loopIterations ? tooManyItems(loop) : null;

  async function work(): Promise<void> {
    try {
      for (let index = open.shift(); index !== undefined; index = open.shift()) {
        const result = await finish(index);
        if (isSuspended(result)) return;
        if (result !== null) failures.set(index, result);
        if (result !== null) return stop.abort(stopped);
        await scope.journal.commit();
      }
    } catch (error) {
      if (error === stopped) return;
      // Iterations whose block still runs end it before the run is handed over.
      if (error !== scope.draining.reason) stop.abort(stopped);
      throw error;
    } finally {
      stopWorking();
    }
  }

  async function finish(index: number): Promise<IterationResult> {
    const listScope = iterationScope(loop, index, execution.listScope.outputs);
    const browser = scope.browser.iteration(JSON.stringify(listScope.path));
    const inner = { ...scopeWithSignal(scope, signal), browser };
    try {
      for (;;) {
        signal.throwIfAborted();
        const result = await executeIteration(
          loop,
          inner,
          iterationScope(loop, index, outputsBefore(execution.node, execution.listScope.outputs)),
        );
        if (!isSuspended(result)) {
          await browser.removeState();
          return result;
        }
        if (!(await sleepUntil(index, result.dueAt))) return result;
      }
    } finally {
      await browser.close();
    }
  }

  /** Resolves to false when no iteration is working any more before that time. */
  async function sleepUntil(index: number, dueAt: number): Promise<boolean> {
    waiting.set(index, dueAt);
    stopWorking();
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

  function stopWorking(): void {
    working -= 1;
    if (working === 0) idle.abort(stopped);
    scope.waits.endBranch();
  }
}

/** Reads the progress of an earlier worker: the iterations that stopped the loop, and those that are not over. */
function progressOf(loop: LoopWithItems): {
  readonly failures: Map<number, Outcome>;
  readonly open: number[];
} {
  const { execution, items, scope } = loop;
  const failures = new Map<number, Outcome>();
  const open: number[] = [];
  const count = Math.min(items?.length ?? 0, scope.limits.loopIterations);
  for (let index = 0; index < count; index += 1) {
    const listScope = iterationScope(loop, index, execution.listScope.outputs);
    const { result } = replayRows(scope.journal, loopBodyList(execution.node), listScope.path);
    if (result === null) open.push(index);
    const outcome = result?.type === 'stopped' ? stoppedLoopOutcome(loop, result, listScope) : null;
    if (outcome !== null) failures.set(index, outcome);
  }
  return { failures, open };
}
