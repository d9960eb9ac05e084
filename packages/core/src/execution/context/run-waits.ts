import type { Clock, Run } from '@runwright/contract';
import type { KeyedEmitter } from '../../runtime/keyed-emitter.ts';
import type { Permit } from '../../runtime/semaphore.ts';

/** Time in ms between polls: a change in another process emits no event here. */
const pollMs = 500;

/** Waits of the blocks of a run that its worker keeps because its browser is open. */
export interface RunWaits {
  /** Waits for a time with the run's permit released. Rejects with the reason of the run's signal. */
  waitUntil(dueAt: number): Promise<void>;
  /**
   * Polls until `poll` returns something other than null, or until the time, which gives null. It polls whenever this run or
   * the other one changes in this process, and twice a second, with the permit released.
   */
  pollUntil<T>(
    dueAt: number,
    options: { readonly otherRunId?: string; poll(): Promise<T | null> },
  ): Promise<T | null>;
  /** Releases the run's permit when another iteration waits, because the one that calls does nothing more. */
  endBranch(): void;
  /** Returns the same waits, ended by this signal too, such as that of an iteration. */
  withSignal(signal: AbortSignal): RunWaits;
  /** Processes outbox entries that were committed, such as a mail or a run for the queue. */
  relay(): void;
}

/** Creates the waits of a run. */
export function createRunWaits(
  deps: { readonly clock: Clock; readonly changes: KeyedEmitter; readonly ends: KeyedEmitter },
  run: Run,
  worker: { readonly signal: AbortSignal; readonly permit: Permit; readonly relay: () => void },
): RunWaits {
  const { clock } = deps;
  const { signal, permit } = worker;

  return {
    waitUntil: (dueAt) => permit.releaseWhile(() => clock.sleep(dueAt - clock.now(), { signal })),
    pollUntil: (dueAt, { otherRunId, poll }) =>
      permit.releaseWhile(async () => {
        for (;;) {
          const changed = nextChange(otherRunId);
          try {
            const found = await poll();
            if (found !== null) return found;
            const delayMs = dueAt - clock.now();
            if (delayMs <= 0) return null;
            await changed.within(Math.min(delayMs, pollMs));
          } finally {
            changed.stop();
          }
        }
      }),
    endBranch: () => permit.endBranch(),
    withSignal: (inner) => createRunWaits(deps, run, { ...worker, signal: AbortSignal.any([signal, inner]) }),
    relay: worker.relay,
  };

  /** Listens from now on, so that what changes while somebody looks is not missed. */
  function nextChange(otherRunId: string | undefined) {
    const sleep = new AbortController();
    const wake = () => sleep.abort(awake);
    const stops = [
      deps.changes.on(run.runId, wake),
      ...(otherRunId === undefined ? [] : [deps.ends.on(otherRunId, wake)]),
    ];
    return {
      async within(delayMs: number): Promise<void> {
        await clock
          .sleep(delayMs, { signal: AbortSignal.any([signal, sleep.signal]) })
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

/** Abort reason of a sleep; created once, because the stack trace of an error is expensive. */
const awake = new Error('awake');
