import { RunwrightError } from '@runwright/contract';

/** Code of every failure to read a file, in the output of the block and in the run's `errors`. */
export const parserErrorCode = 'FILE_PARSER_ERROR';

/** The failure of a block that cannot read what it was given; its output tells the same. */
export function parserError(reason: string, cause?: unknown): RunwrightError {
  const entry = { error_code: parserErrorCode, reasoning: reason };
  return new RunwrightError('block_failed', reason, {
    cause,
    details: { output: { status: 'failed', failure_reason: reason, errors: [entry] }, errors: [entry] },
  });
}

/** The error of a library as a failure of the block; what is one already, or ends the run, stays. */
export function toParserError(cause: unknown, wanted: string): unknown {
  if (RunwrightError.is(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return parserError(`${wanted}, but it cannot be read (${reason}); save the file anew.`, cause);
}
