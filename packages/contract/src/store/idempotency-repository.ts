import type { IdempotencyKey, IdempotencyPlace } from '../idempotency-key.ts';

/** The request that holds an idempotency key. */
export type IdempotencyHolder = IdempotencyPlace & Pick<IdempotencyKey, 'owner'>;

/** Idempotency keys of requests. */
export interface IdempotencyRepository {
  /**
   * Adds a key, or replaces one whose lease or whose time is over, and answers null; otherwise answers the key that is
   * there. Of several calls at once for a new key, one gets null. `now` is epoch ms.
   */
  reserve(key: IdempotencyKey, options: { readonly now: number }): Promise<IdempotencyKey | null>;
  /** Extends the lease of a key in progress; false when another request has it, or when it has an answer. */
  renew(holder: IdempotencyHolder, options: { readonly leaseUntil: number }): Promise<boolean>;
  /**
   * Replaces a key in progress by its final row; false when another request has it. `runs.create` does the same in the
   * transaction of a run.
   */
  complete(key: IdempotencyKey): Promise<boolean>;
  /** Removes a key in progress, so that it may be used again. Does nothing when another request has it. */
  release(holder: IdempotencyHolder): Promise<void>;
  /** Ends the lease of every key in progress. For the only process of a store, at its start. */
  endLeases(): Promise<void>;
  /** Removes keys whose time is over, and those in progress whose lease is. Returns how many. */
  deleteExpired(options: { readonly now: number }): Promise<number>;
}
