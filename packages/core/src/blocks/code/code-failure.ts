import { type FailureCategory, RunwrightError } from '@runwright/contract';
import type { ProgramFault, ProgramResult } from '@runwright/sandbox';

const categories: Readonly<Record<ProgramFault, FailureCategory>> = {
  syntax: 'definition',
  exception: 'block',
  value: 'block',
  memory: 'limit',
  stack: 'limit',
  output: 'limit',
  stuck: 'block',
  crash: 'internal',
};

/** Returns the block's error for a program that did not return. `codes` are those that the block declares. */
export function codeFailure(
  result: Exclude<ProgramResult, { readonly status: 'completed' }>,
  codes: Readonly<Record<string, string>>,
): RunwrightError {
  switch (result.status) {
    case 'ended': {
      const [first, second] = result.args.map((value) =>
        typeof value === 'string' ? value : JSON.stringify(value),
      );
      return result.by === 'terminate' ? terminated(first) : failedWith(first, second, codes);
    }
    case 'failed':
      return faultOf(result);
    case 'timed_out':
    case 'canceled':
      return new RunwrightError(result.status, result.message);
  }
}

function terminated(reason = ''): RunwrightError {
  return new RunwrightError(
    'terminated',
    reason.trim() || 'The program terminated the block and gave no reason.',
  );
}

function failedWith(code = '', reason = '', codes: Readonly<Record<string, string>>): RunwrightError {
  const isMapped = Object.hasOwn(codes, code);
  const reasoning = reason.trim() || (isMapped ? codes[code] : '') || 'The program gave no reason.';
  const errors = isMapped
    ? [{ error_code: code, reasoning, confidence_float: 1, error_type: 'USER_DEFINED_ERROR' }]
    : [];
  return new RunwrightError('block_failed', `The program failed with \`${code}\`: ${reasoning}`, {
    details: { errors, ...(isMapped ? { failure_category: 'user_defined' } : {}) },
  });
}

/** A verb's own error keeps its code and category, unless it speaks of the end of its own call only. */
function faultOf({ fault, message, cause }: Extract<ProgramResult, { status: 'failed' }>): RunwrightError {
  const own = ['canceled', 'terminated', 'timed_out'];
  if (RunwrightError.is(cause) && !own.includes(cause.code)) {
    const { code, retryable, details } = cause;
    const category = details.failure_category;
    return new RunwrightError(code, message, {
      cause,
      retryable,
      ...(category === undefined ? {} : { details: { failure_category: category } }),
    });
  }
  return new RunwrightError('block_failed', message, {
    cause,
    details: { failure_category: categories[fault] },
  });
}
