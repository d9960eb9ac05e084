import { RunwrightError } from '@runwright/contract';

/** Creates the error that ends a block for which no one-time code could be had. A retry would only wait again. */
export function codeError(code: 'OTP_TIMEOUT' | 'OTP_ERROR', message: string): RunwrightError {
  return new RunwrightError('block_failed', message, {
    details: {
      failure_category: 'one_time_code',
      errors: [{ error_code: code, reasoning: message }],
    },
  });
}
