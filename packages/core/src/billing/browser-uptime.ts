import type { Run } from '@runwright/contract';
import type { Billing } from './billing.ts';

/** Measures how long the browser of a run is open. */
export interface BrowserUptime {
  start(): void;
  /** Records the time since the start or the last report; so a process that dies loses the time of one block at most. */
  report(): Promise<void>;
}

/** Creates the meter of one browser. A report that cannot be stored is left out: the uptime is for information. */
export function browserUptime(
  billing: Pick<Billing, 'recordUptime'>,
  { organizationId, runId }: Pick<Run, 'organizationId' | 'runId'>,
  now: () => number,
): BrowserUptime {
  let since: number | null = null;
  return {
    start() {
      since = now();
    },
    async report() {
      if (since === null) return;
      const [from, to] = [since, now()];
      since = to;
      const key = `${runId} browser ${from}`;
      await billing.recordUptime({ organizationId, key, runId, amount: to - from }).catch(() => undefined);
    },
  };
}
