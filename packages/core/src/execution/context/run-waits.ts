import type { Clock, Run } from '@runwright/contract';
import type { KeyedEmitter } from '../../runtime/keyed-emitter.ts';
import type { Permit } from '../../runtime/semaphore.ts';

/** Another process rings no bell here, so whoever waits looks this often too. */
const lookMs = 500;

/** How the blocks of a run wait while their worker keeps the run, because its browser is open. */
export interface RunWaits {
  /** Waits for a time without a place among the runs that are worked on. Rejects with the run's signal. */
  waitUntil(dueAt: number): Promise<void>;
  /**
   * Waits until `look` answers something other than null, or until the time has come, which answers null. It looks
   * whenever this run or the other one changes in this process, and twice a second. Without a place, as above.
   */
  pollUntil<T>(
    dueAt: number,
    options: { readonly otherRunId?: string; look(): Promise<T | null> },
  ): Promise<T | null>;
  /** The same waits, ended by this signal too: for a part of the run that may end before it. */
  withSignal(signal: AbortSignal): RunWaits;
  /** Carries out intentions that were committed: a mail, a run for the queue. */
  relay(): void;
}

/** The waits of a run. */
export function createRunWaits(
  parts: { readonly clock: Clock; readonly changes: KeyedEmitter; readonly ends: KeyedEmitter },
  run: Run,
  worker: { readonly signal: AbortSignal; readonly seat: Permit; readonly relay: () => void },
): RunWaits {
  const { clock } = parts;
  const { signal, seat } = worker;

  return {
    waitUntil: (dueAt) => seat.releaseWhile(() => clock.sleep(dueAt - clock.now(), { signal })),
    pollUntil: (dueAt, { otherRunId, look }) =>
      seat.releaseWhile(async () => {
        for (;;) {
          const changed = nextChange(otherRunId);
          try {
            const found = await look();
            if (found !== null) return found;
            const delayMs = dueAt - clock.now();
            if (delayMs <= 0) return null;
            await changed.within(Math.min(delayMs, lookMs));
          } finally {
            changed.stop();
          }
        }
      }),
    withSignal: (inner) =>
      createRunWaits(parts, run, { ...worker, signal: AbortSignal.any([signal, inner]) }),
    relay: worker.relay,
  };

  /** Listens from now on, so that what changes while somebody looks is not missed. */
  function nextChange(otherRunId: string | undefined) {
    const nap = new AbortController();
    const wake = () => nap.abort(awake);
    const stops = [
      parts.changes.on(run.runId, wake),
      ...(otherRunId === undefined ? [] : [parts.ends.on(otherRunId, wake)]),
    ];
    return {
      async within(delayMs: number): Promise<void> {
        await clock
          .sleep(delayMs, { signal: AbortSignal.any([signal, nap.signal]) })
          .catch((error: unknown) => {
            if (error !== awake) throw error;
          });
      },
      stop() {
        for (const stop of stops) stop();
      },
    };
  }
}

/** Ends a nap; made once, because a reason that nobody reads is dear to make. */
const awake = new Error('awake');
