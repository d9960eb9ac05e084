/**
 * Error code, a closed set. Branch on it, never on the message.
 * A new code needs a place that branches on it.
 */
export type ErrorCode =
  | 'invalid_input'
  | 'not_found'
  | 'conflict'
  /** The resource exists but lacks what the call needs, such as a saved state; repeating the call does not help. */
  | 'failed_precondition'
  /** A limit of the host is reached for now; `details.retry_after_seconds` says when to try again. */
  | 'unavailable'
  | 'forbidden'
  | 'rate_limited'
  | 'out_of_credits'
  | 'canceled'
  | 'timed_out'
  | 'terminated'
  | 'max_steps'
  /** A cap on the cost or the tokens of model calls; the call that could pass it was not sent. */
  | 'max_cost'
  | 'block_failed'
  | 'template_failed'
  | 'model_failed'
  | 'browser_failed'
  | 'egress_denied'
  | 'secret_unavailable'
  | 'lease_lost'
  | 'worker_lost'
  | 'internal';

/**
 * Details of an error beside its message. Members that the engine reads:
 * `problems` (of `invalid_input`: every mistake found), `output` (a block that fails may still record one),
 * `failure_category` and `errors` (entries for the run's `errors`).
 */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** Settings of a {@link RunwrightError}. */
export interface RunwrightErrorOptions {
  /** The vendor's error that was wrapped. */
  readonly cause?: unknown;
  /** True when the same call may succeed later. Default false. */
  readonly retryable?: boolean;
  readonly details?: ErrorDetails;
}

const brand = Symbol.for('@runwright/error');

/**
 * The only error class that crosses a package boundary. The message states the problem, its cause and
 * the remedy; it never contains a secret, a prompt or page content.
 */
export class RunwrightError extends Error {
  override readonly name = 'RunwrightError';
  readonly [brand] = true;
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, options: RunwrightErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.details = options.details ?? {};
  }

  /** Returns whether `value` is a RunwrightError; works across two copies of the package, where `instanceof` does not. */
  static is(value: unknown): value is RunwrightError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** One mistake in what a user sent: where it stands, what is wrong, and a machine-readable kind. */
export interface Problem {
  /** The way from the root to the mistake; array indexes are numbers. */
  readonly path: readonly (string | number)[];
  /** A sentence. */
  readonly message: string;
  /** The `type` of a validation item on the wire, such as `missing`, `enum` or `value_error`. */
  readonly type: string;
}
