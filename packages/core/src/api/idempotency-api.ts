import type { IdempotencyKey, IdempotencyPlace, IdempotentAnswer } from '@runwright/contract';

/** A request with an idempotency key. */
export interface IdempotentRequest extends IdempotencyPlace {
  /** Hash of what the request asks for; null when it is not known before its body is read. */
  readonly requestHash: string | null;
}

/** Result of using an idempotency key: it is ours, or an earlier request of this place has it. */
export type IdempotencyOutcome =
  | { readonly type: 'reserved'; readonly reservation: IdempotencyReservation }
  | { readonly type: 'in_progress'; readonly requestHash: string | null }
  | { readonly type: 'answered'; readonly requestHash: string | null; readonly answer: IdempotentAnswer };

/** An idempotency key that a request holds until its answer is known. Its lease is renewed meanwhile. */
export interface IdempotencyReservation {
  /** False once the answer is stored or the key was released. */
  readonly isOpen: boolean;
  /**
   * Stores the answer, which is given again for 24 hours. Does nothing when the key is not held any more.
   *
   * @param requestHash of a request that was reserved without one
   */
  complete(answer: IdempotentAnswer, requestHash?: string): Promise<void>;
  /** The same with the row in hand, for a caller that writes it in a transaction of its own. The key stays held when `write` throws. */
  completeWith<T>(answer: IdempotentAnswer, write: (key: IdempotencyKey) => Promise<T>): Promise<T>;
  /** Gives the key back, so that it may be used again. Does nothing when it is not held any more. */
  release(): Promise<void>;
}

/** Idempotency keys of requests. */
export interface IdempotencyApi {
  /** Uses a key. Of several requests at once with a new key, one reserves it; complete or release what is reserved. */
  begin(request: IdempotentRequest): Promise<IdempotencyOutcome>;
}
