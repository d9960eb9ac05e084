import { RunwrightError } from './error.ts';
import type { Json } from './json.ts';

/** The place of an idempotency key: a key of another organization, method or route is another key. */
export interface IdempotencyPlace {
  readonly organizationId: string;
  /** Upper case. */
  readonly method: string;
  /** Path of the route, with the names of its parameters. */
  readonly route: string;
  /** As the client chose it. */
  readonly key: string;
}

/** Status and body of an answer that is given again. */
export interface IdempotentAnswer {
  readonly status: number;
  readonly body: Json;
}

/** The row of an idempotency key. Times are epoch ms. */
export interface IdempotencyKey extends IdempotencyPlace {
  /** The request that uses the key first; every such request has a name of its own. Others write nothing. */
  readonly owner: string;
  /** Hash of what the request asks for; null until it is known. */
  readonly requestHash: string | null;
  /** The answer; null while the request is in progress. */
  readonly answer: IdempotentAnswer | null;
  /** Time until which the request counts as in progress; null when it is not. */
  readonly leaseUntil: number | null;
  /** Time from which the key is as if it had never been used. */
  readonly expiresAt: number;
}

/** The error of a start whose idempotency key another request has meanwhile. */
export function lostIdempotencyKey(): RunwrightError {
  return new RunwrightError(
    'conflict',
    'The request took so long that another one with the same Idempotency-Key is in progress. Try again.',
    { retryable: true, details: { retry_after_seconds: 1 } },
  );
}
