import { RunwrightError } from '@runwright/contract';

/** The members of an error of the server that are read here (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
interface ServerError extends Error {
  readonly code: string;
  readonly severity: string;
  readonly constraint?: string;
  /** The function of the server that has reported it. */
  readonly routine?: string;
}

/**
 * What a failed call means for its transaction. `repeat`: the server has taken it back because of another transaction. `lost`: the
 * connection is gone, so it is not known yet. `final`: it failed, and would again.
 */
export type FailureKind = 'repeat' | 'lost' | 'final';

/** What the server answers when the columns of a prepared statement have changed, among others. */
const featureNotSupported = '0A000';

/** Serialization failure and deadlock. */
const repeatable: ReadonlySet<string> = new Set(['40001', '40P01']);

/**
 * Shut down by an administrator, after a crash, not accepting connections yet, too many connections, and connection failures;
 * `25006` is what a former primary answers to writes after a failover.
 */
const lostCodes = /^(?:57P0[123]|53300|25006|08...)$/;

/** A call to the server that failed. Errors of the work itself are never one, whatever they are. */
export class PostgresFailure extends Error {
  readonly kind: FailureKind;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.kind = kindOf(cause);
  }
}

/** Makes a call to the server, and turns its error into a {@link PostgresFailure}. */
export async function called<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new PostgresFailure(error);
  }
}

export function failureKind(error: unknown): FailureKind {
  if (error instanceof PostgresFailure) return error.kind;
  return error instanceof Error && error.cause instanceof PostgresFailure ? error.cause.kind : 'final';
}

function kindOf(cause: unknown): FailureKind {
  if (!isServerError(cause)) return isOwnMistake(cause) ? 'final' : 'lost';
  if (repeatable.has(cause.code)) return 'repeat';
  // Its statements were prepared before a newer version changed the tables: another client prepares them again.
  if (cause.code === featureNotSupported && cause.routine === 'RevalidateCachedQuery') return 'lost';
  return lostCodes.test(cause.code) ? 'lost' : 'final';
}

/** Whether a row could not be written because a unique index has its key. */
export function isTakenKey(error: unknown): boolean {
  const failure = RunwrightError.is(error) ? error.cause : error;
  const cause = failure instanceof PostgresFailure ? failure.cause : null;
  return isServerError(cause) && cause.code === '23505';
}

/**
 * Wraps a failure of the database as `internal`, with the failure as the cause; `details` has `store_unavailable: true` when the database
 * cannot be used now. Other errors stay as they are.
 */
export function wrapPostgresError(error: unknown): unknown {
  if (!(error instanceof PostgresFailure)) return error;
  return new RunwrightError(
    'internal',
    `Cannot query the database: \`${error.message}\`. Check that PostgreSQL runs, that its address and password are right, and its log.`,
    { cause: error, ...(error.kind === 'lost' ? { details: { store_unavailable: true } } : {}) },
  );
}

/** Whether a wrapped failure says that the database cannot be used now. */
export function isServerLost(error: unknown): boolean {
  return RunwrightError.is(error) && error.details.store_unavailable === true;
}

function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** A mistake in a call rather than a failure of the connection: those of the driver have no code and no such names. */
function isOwnMistake(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}
