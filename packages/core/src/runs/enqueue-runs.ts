import { begunPriority, turnPriority, type WaitingTurn } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';

type EnqueueDeps = Pick<EngineDeps, 'store' | 'queue'>;

/** Enqueues runs by their turns; those that have begun, or that a run waits for, go before all others. `notBefore`: epoch ms, default now. */
export async function enqueueRuns(
  { store, queue }: EnqueueDeps,
  runIds: readonly string[],
  { notBefore }: { readonly notBefore?: number } = {},
): Promise<void> {
  const turns = await store.runs.findTurns(runIds);
  for (const runId of runIds) {
    const priority = queuePriority(turns.get(runId));
    await queue.enqueue(runId, { priority, ...(notBefore === undefined ? {} : { notBefore }) });
  }
}

/** Returns the priority in the queue of a run with this turn; without one, it has begun. */
export function queuePriority(turn: WaitingTurn | undefined): number {
  return turn ? turnPriority(turn) : begunPriority;
}
