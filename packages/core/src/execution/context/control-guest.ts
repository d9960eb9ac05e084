import { RunwrightError } from '@runwright/contract';
import type { EngineDeps } from '../../engine-deps.ts';
import { eventPlace } from '../../journal/event-place.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ControlGuest } from '../../live/control-guest.ts';
import type { Permit } from '../../runtime/semaphore.ts';
import type { ClosedSecrets } from '../../secrets/reveal-secrets.ts';
import type { RunScope } from './run-scope.ts';

/** Creates the part of a run in the take-overs of its browser: they are told in the block that is open, with secrets masked. */
export function createControlGuest(
  { clock, makeId, report }: Pick<EngineDeps, 'clock' | 'makeId' | 'report'>,
  scope: Pick<RunScope, 'run' | 'signal'> & {
    readonly journal: Journal;
    readonly runSecrets: Pick<ClosedSecrets, 'mask'>;
    readonly permit: Permit;
  },
): ControlGuest {
  const { run, journal, runSecrets, permit } = scope;
  return {
    makeId,
    async record(eventId, event) {
      const place = eventPlace({ run, clock }, eventId, journal.openAttempts()[0] ?? null);
      try {
        await journal.append({ ...place, ...runSecrets.mask(event) });
      } catch (error) {
        // Another process has the run, and tells nothing of this.
        if (RunwrightError.is(error) && error.code === 'lease_lost') return;
        report(error, { component: 'worker', operation: 'record a take-over', runId: run.runId });
      }
    },
    whileWaiting: (wait) => permit.releaseWhile(wait),
    signal: scope.signal,
  };
}
