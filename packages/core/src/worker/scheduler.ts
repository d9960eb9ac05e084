import type { EngineDeps } from '../engine-deps.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { startDueRun } from '../schedules/start-due-run.ts';

/** Longest time in ms until a due time is noticed that another process has written. */
const pollMs = 15_000;
/** Schedules that are read at once. */
const pageSize = 100;

/** Starts the runs of schedules at their times, until it is told to drain. */
export interface Scheduler {
  /** Looks at the schedules again, because one of them was changed. */
  wake(): void;
  /** Resolves when no run is being started any more. */
  readonly stopped: Promise<void>;
}

/** Begins to start runs of schedules. A process without places for runs starts none; `relay` is called after each start. */
export function startScheduler(
  deps: EngineDeps,
  { draining, relay }: { readonly draining: AbortSignal; readonly relay: () => void },
): Scheduler {
  const { store, clock, settings } = deps;
  let woken = new AbortController();
  return {
    wake: () => woken.abort(),
    stopped: settings.concurrency === 0 ? Promise.resolve() : startOn(),
  };

  async function startOn(): Promise<void> {
    while (!draining.aborted) {
      woken = new AbortController();
      // A store that does not answer now is asked again later.
      const delayMs = await startDue().catch((error: unknown) => {
        deps.report(error, { component: 'scheduler', operation: 'find due schedules' });
        return pollMs;
      });
      await clock
        .sleep(delayMs, { signal: AbortSignal.any([draining, woken.signal]) })
        .catch(() => undefined);
    }
  }

  /** Starts what is due, and returns the time until the next look. */
  async function startDue(): Promise<number> {
    const due = await store.schedules.due({ now: clock.now(), limit: pageSize });
    let failed = false;
    for (const { organizationId, scheduleId, nextRunAt } of due) {
      await yieldToEventLoop(clock);
      if (draining.aborted) return 0;
      const start = async () => {
        const schedule = await store.schedules.get(organizationId, scheduleId);
        // Otherwise it was deleted or changed, or another process has started the run.
        if (schedule?.nextRunAt === nextRunAt) await startDueRun(deps, schedule);
      };
      await start().then(relay, (error: unknown) => {
        deps.report(error, { component: 'scheduler', operation: `start ${scheduleId}` });
        failed = true;
      });
    }
    if (failed) return pollMs;
    const nextAt = await store.schedules.nextDueAt();
    return nextAt === null ? pollMs : Math.min(pollMs, Math.max(0, nextAt - clock.now()));
  }
}
