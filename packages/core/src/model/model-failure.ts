import { type Problem, RunwrightError, type Usage } from '@runwright/contract';

/** Returns the error of a call that gave no usable answer. */
export function modelFailure(
  message: string,
  {
    code,
    cause,
    problems,
    cutUsage,
  }: {
    readonly code: string;
    readonly cause?: unknown;
    readonly problems?: readonly Problem[];
    readonly cutUsage?: Usage;
  },
): RunwrightError {
  return new RunwrightError('model_failed', message, {
    cause,
    details: {
      failure_category: 'model',
      ...(problems ? { problems } : {}),
      ...(cutUsage ? { cut_answer: cutUsage } : {}),
      errors: [{ error_code: code, reasoning: message, confidence_float: null, block_label: null }],
    },
  });
}

/** Returns the error of a call that was aborted: a deadline or a lost lease is its own error; every other abort is a cancel. */
export function canceledCall(signal: AbortSignal): RunwrightError {
  if (RunwrightError.is(signal.reason)) return signal.reason;
  return new RunwrightError('canceled', 'The model call was canceled.', { cause: signal.reason });
}
