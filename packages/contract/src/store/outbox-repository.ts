import type { JsonObject } from '../json.ts';

/**
 * A committed intention: `enqueue` hands a run id to the queue, `webhook` sends the run's end, `mail` sends a message,
 * `wake` lets those go on that waited for the run's end: its parent, and the next run of each of its concurrency keys.
 */
export interface OutboxEntry {
  readonly entryId: string;
  readonly organizationId: string;
  readonly runId: string;
  readonly type: 'enqueue' | 'webhook' | 'mail' | 'wake';
  readonly payload: JsonObject;
  /** `sending` is written before a webhook or a mail leaves, so that it is never sent twice. */
  readonly status: 'pending' | 'sending' | 'done' | 'failed';
  /** Epoch ms; not before this. In `sending`: when a sender took it. */
  readonly dueAt: number;
  readonly createdAt: number;
}

/** Committed intentions that wait for their execution. */
export interface OutboxRepository {
  /** Pending entries of one type that are due; oldest first, ties by id. So no type hides behind many of another. */
  due(options: {
    readonly type: OutboxEntry['type'];
    readonly now: number;
    readonly limit: number;
  }): Promise<readonly OutboxEntry[]>;
  /**
   * Entries in `sending`, of all types: their sender works on them, or was lost. Oldest first, ties by id. `after`: only
   * those that come after this entry in that order, so that many are read in pages.
   */
  sending(options: {
    readonly limit: number;
    readonly after?: Pick<OutboxEntry, 'createdAt' | 'entryId'>;
  }): Promise<readonly OutboxEntry[]>;
  /** Moves an entry from one status to another, with a new `dueAt` if one is given; false when it was not in the first one any more. */
  settle(
    entryId: string,
    change: {
      readonly from: OutboxEntry['status'];
      readonly to: OutboxEntry['status'];
      readonly dueAt?: number;
    },
  ): Promise<boolean>;
}
