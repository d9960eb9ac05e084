import type { Clock, Store } from '@runwright/contract';
import { observeMetrics } from './metrics.ts';

/** Reports the runs that wait in a store, and its retries, when metrics are collected; until the function that it returns is called. */
export function observeStore({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
}): () => void {
  return observeMetrics(async (observe) => {
    const retries = store.retries?.();
    if (retries) {
      observe('runwright.store.retries', retries.conflicts, { 'runwright.retry.reason': 'conflict' });
      observe('runwright.store.retries', retries.connections, { 'runwright.retry.reason': 'connection' });
    }
    for (const { haveConcurrencyKeys, count, oldestCreatedAt } of (await store.runs.waiting?.()) ?? []) {
      const attributes = { 'runwright.run.concurrency_key': haveConcurrencyKeys };
      const ageMs = oldestCreatedAt === null ? 0 : Math.max(0, clock.now() - oldestCreatedAt);
      observe('runwright.run.waiting.count', count, attributes);
      observe('runwright.run.waiting.age', ageMs / 1000, attributes);
    }
  });
}
