import { type Run, RunwrightError } from '@runwright/contract';

/** Returns when the elapsed limit of a run passes, epoch ms; `now` counts as the start of one that has not started. */
export function elapsedLimitAt(run: Run, now: number): number {
  return (run.startedAt ?? now) + run.settings.maxElapsedMinutes * 60_000;
}

/** The error of a run whose elapsed limit has passed. */
export function elapsedError(run: Run): RunwrightError {
  const { maxElapsedMinutes } = run.settings;
  return new RunwrightError(
    'timed_out',
    `The run was not done within ${maxElapsedMinutes} minutes, its elapsed limit.`,
  );
}
