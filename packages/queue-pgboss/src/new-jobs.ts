import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';

/** A job to be added. */
export interface NewJob {
  readonly data: object;
  readonly singletonKey: string;
  readonly priority: number;
  /** Default: now, by the clock of the server. */
  readonly startAfter?: Date;
}

/** Jobs in one statement. */
const mostAtOnce = 200;

/**
 * Returns a function that adds a job; it resolves with false when one with its key waits already. Jobs that are given while a
 * statement is under way are added by the next one together, so that many starts need few transactions.
 */
export function newJobs(boss: Pick<PgBoss, 'insert'>, queueName: string): (job: NewJob) => Promise<boolean> {
  let waiting: { readonly job: NewJob; readonly added: PromiseWithResolvers<boolean> }[] = [];
  let isAdding = false;
  return (job) => {
    const added = Promise.withResolvers<boolean>();
    waiting.push({ job, added });
    if (!isAdding) void addAll();
    return added.promise;
  };

  async function addAll(): Promise<void> {
    isAdding = true;
    // What is given in the same turn belongs together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const some = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      try {
        const rows = some.map(({ job: { startAfter, ...job } }) => ({
          ...job,
          ...(startAfter ? { startAfter: startAfter.toISOString() } : {}),
          id: randomUUID(),
        }));
        // Rows whose key waits already are left out, also by an earlier one of the same statement.
        const ids = new Set(await boss.insert(queueName, rows, { returnId: true }));
        for (const [index, { added }] of some.entries()) added.resolve(ids.has(rows[index]?.id ?? ''));
      } catch (error) {
        for (const { added } of some) added.reject(error);
      }
    }
    isAdding = false;
  }
}
