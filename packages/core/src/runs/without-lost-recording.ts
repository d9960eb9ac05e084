import type { Run } from '@runwright/contract';
import { closeTimeoutMs } from '../browser/close-with-timeout.ts';

/** Returns a run as it is; one whose worker was lost while it closed the browser has no recording that is still to come. */
export function withoutLostRecording(run: Run, now: number): Run {
  const { hasOpenRecording, finishedAt } = run;
  const isLost = hasOpenRecording && finishedAt !== null && now > finishedAt + closeTimeoutMs;
  return isLost ? { ...run, hasOpenRecording: false } : run;
}
