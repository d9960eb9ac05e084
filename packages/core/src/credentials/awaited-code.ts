import { RunwrightError } from '@runwright/contract';
import type { CodeWait, OneTimeCode } from './totp.ts';

/** Creates a one-time code that comes from outside: each use waits for one that `next` has not returned before. */
export function awaitedCode(next: (signal: AbortSignal) => Promise<string>): OneTimeCode {
  let value: string | null = null;
  let isUsed = false;
  const ready = async ({ signal }: CodeWait): Promise<void> => {
    if (value !== null && !isUsed) return;
    value = await next(signal);
    isUsed = false;
  };
  return {
    seeds: [],
    reveal() {
      if (value === null) {
        throw new RunwrightError(
          'secret_unavailable',
          'The one-time code was not waited for. Type it with `verification_code` or `input_text`.',
          { details: { failure_category: 'one_time_code' } },
        );
      }
      isUsed = true;
      return value;
    },
    ready,
    readyToType: ready,
    takeBack() {
      isUsed = false;
    },
  };
}
