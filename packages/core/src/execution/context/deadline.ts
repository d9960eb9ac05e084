import { RunwrightError } from '@runwright/contract';
import type { RunScope } from './run-scope.ts';

/** A signal that also ends with the block's own deadline, an epoch ms. */
export function deadlineSignal(
  scope: Pick<RunScope, 'signal' | 'clock'>,
  deadlineAt: number | null,
): { readonly signal: AbortSignal; clear(): void } {
  if (deadlineAt === null) return { signal: scope.signal, clear: () => undefined };
  const limit = new AbortController();
  const done = new AbortController();
  scope.clock.sleep(deadlineAt - scope.clock.now(), { signal: done.signal }).then(
    () => limit.abort(deadlineError()),
    () => undefined,
  );
  return { signal: AbortSignal.any([scope.signal, limit.signal]), clear: () => done.abort() };
}

/** The error of a block that is not done when its `timeout_seconds` are over. */
export function deadlineError(): RunwrightError {
  return new RunwrightError(
    'timed_out',
    'The block was not done within its `timeout_seconds`; give it more time or less to do.',
  );
}
