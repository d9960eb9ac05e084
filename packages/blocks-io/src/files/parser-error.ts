import { RunwrightError } from '@runwright/contract';

/** Code of every failure to read a file, in the output of the block and in the run's `errors`. */
export const parserErrorCode = 'FILE_PARSER_ERROR';

/** Creates the error of a block that cannot read its file; `details.output` has the same reason. */
export function parserError(reason: string, cause?: unknown): RunwrightError {
  const entry = { error_code: parserErrorCode, reasoning: reason };
  return new RunwrightError('block_failed', reason, {
    cause,
    details: { output: { status: 'failed', failure_reason: reason, errors: [entry] }, errors: [entry] },
  });
}

/** Converts an error of a library to a parser error; a `RunwrightError` is returned unchanged. */
export function toParserError(cause: unknown, operation: string): unknown {
  if (RunwrightError.is(cause)) return cause;
  const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
  return parserError(`Cannot ${operation}: ${reason}. Save the file again and retry.`, cause);
}
