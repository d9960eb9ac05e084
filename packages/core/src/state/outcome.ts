import {
  type Attempt,
  type BlockStatus,
  type ErrorCode,
  errorMessage,
  type FailureCategory,
  type Json,
  outputLimits,
  type RunErrorEntry,
  RunwrightError,
} from '@runwright/contract';
import { isDeeperThan } from '@runwright/definition';

/** The end of an attempt, as in its journal row. */
export type Outcome = Pick<Attempt, 'output' | 'failureReason' | 'failureCategory' | 'errors'> & {
  readonly status: BlockStatus;
};

/** A block that did what it was to do. */
export function completedOutcome(output: Json): Outcome {
  return { status: 'completed', output, failureReason: null, failureCategory: null, errors: [] };
}

/**
 * Returns the outcome of an attempt that threw an error. Its code decides status, category and, unless the block gave its own
 * entries, the entry for the run's `errors`.
 */
export function outcomeOf(error: unknown, label: string | null): Outcome {
  const known = RunwrightError.is(error) ? error : asBlockFailure(error);
  const { status, category, code } = meanings[known.code] ?? meanings.internal;
  const given = known.details.failure_category;
  return {
    status,
    output: outputOf(known),
    failureReason: reasonOf(known),
    failureCategory: isCategory(given) ? given : category,
    errors: entriesOf(known, label) ?? (code === null ? [] : [errorEntry(code, known.message, label)]),
  };
}

/** The message; for a refused address also the rule and the setting, which an answer over HTTP does not tell. */
function reasonOf({ code, message, details: { hint } }: RunwrightError): string {
  return code === 'egress_denied' && typeof hint === 'string' ? `${message}. ${hint}.` : message;
}

/** Returns the output of a failure; null when it is nested too deep to be stored. */
function outputOf({ details: { output = null } }: RunwrightError): Json {
  return isDeeperThan(output, outputLimits.depth) ? null : (output as Json);
}

/** An entry of a run's errors that no model judged. */
export function errorEntry(code: string, reasoning: string, label: string | null): RunErrorEntry {
  return { error_code: code, reasoning, confidence_float: null, block_label: label };
}

interface Meaning {
  readonly status: 'failed' | 'terminated' | 'timed_out' | 'canceled';
  readonly category: FailureCategory | null;
  /** Code of the entry in `errors`; null: none of its own. */
  readonly code: string | null;
}

const failed = (category: FailureCategory, code: string): Meaning => ({ status: 'failed', category, code });

/** Wire codes and categories of the engine's own error codes. */
const meanings: Readonly<Record<ErrorCode, Meaning>> = {
  invalid_input: failed('definition', 'parameter_invalid'),
  not_found: failed('block', 'block_failed'),
  conflict: failed('block', 'block_failed'),
  failed_precondition: failed('block', 'block_failed'),
  unavailable: failed('block', 'block_failed'),
  forbidden: failed('policy', 'block_failed'),
  rate_limited: failed('block', 'block_failed'),
  out_of_credits: failed('credits', 'out_of_credits'),
  canceled: { status: 'canceled', category: null, code: null },
  timed_out: { status: 'timed_out', category: 'limit', code: 'block_timeout' },
  terminated: { status: 'terminated', category: 'goal_unreachable', code: null },
  max_steps: failed('limit', 'REACH_MAX_STEPS'),
  max_cost: failed('limit', 'REACH_MAX_COST'),
  block_failed: failed('block', 'block_failed'),
  template_failed: failed('definition', 'template_error'),
  model_failed: failed('model', 'model_unavailable'),
  browser_failed: failed('browser', 'browser_lost'),
  egress_denied: failed('policy', 'egress_refused'),
  secret_unavailable: failed('credential', 'credential_unavailable'),
  lease_lost: failed('worker', 'worker_lost'),
  worker_lost: failed('worker', 'worker_lost'),
  internal: failed('internal', 'internal'),
};

const categories: ReadonlySet<unknown> = new Set<FailureCategory>([
  'bot_detection',
  'browser',
  'page_load',
  'auth',
  'credential',
  'one_time_code',
  'target_missing',
  'wrong_state',
  'goal_unreachable',
  'user_defined',
  'extraction',
  'model',
  'policy',
  'limit',
  'internal',
  'definition',
  'block',
  'worker',
  'credits',
  'webhook',
]);

function isCategory(value: unknown): value is FailureCategory {
  return categories.has(value);
}

/** The entries that a block gave, with its label where they name none; null when it gave no list. */
function entriesOf(error: RunwrightError, label: string | null): readonly RunErrorEntry[] | null {
  const { errors } = error.details;
  if (!Array.isArray(errors)) return null;
  return errors.map((given: Partial<RunErrorEntry>) => ({
    ...errorEntry(
      String(given.error_code),
      String(given.reasoning ?? error.message),
      given.block_label ?? label,
    ),
    confidence_float: given.confidence_float ?? null,
    ...(given.error_type === undefined ? {} : { error_type: given.error_type }),
  }));
}

function asBlockFailure(cause: unknown): RunwrightError {
  return new RunwrightError('block_failed', errorMessage(cause), { cause });
}
