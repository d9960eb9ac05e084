import {
  type ArtifactStore,
  type BrowserDriver,
  type BrowserSession,
  type RunQueue,
  RunwrightError,
  type Store,
} from '@runwright/contract';
import type { ErrorPlace } from '../api/observer-options.ts';
import { recordMetric } from './metrics.ts';
import { type DriverCall, observeDriver } from './observe-driver.ts';
import { isFault, type ReportError } from './report-errors.ts';
import type { RunEvents } from './run-events.ts';

/** Whether the last calls of the drivers worked. */
export interface DriverHealth {
  /** False from a write of the store that failed until one that works. */
  readonly isStoreWritable: boolean;
  /** False from a call of the queue that failed until one that works. */
  readonly isQueueWorking: boolean;
  /** Notes that a write of the store works. */
  noteWritten(): void;
}

/** The drivers whose errors may meet nobody: background tasks of the engine use them. */
export interface ObservedDrivers {
  readonly store: Store;
  readonly queue: RunQueue;
  readonly artifacts: ArtifactStore;
  readonly browser: BrowserDriver | null;
}

type DriverKind = Extract<ErrorPlace['component'], 'store' | 'queue' | 'artifacts' | 'browser'>;

/** Calls of a store that only read, or that write nothing when there is nothing to remove. */
const readOnly =
  /\.(?:get|find|list|read|due|unowned|next|children|sending|known|storedBytes|count|waiting|ownerOf|deleteExpired|eraseUnneeded)/;
/** Calls of a store that have written when they answer something other than null. */
const written = /\.(?:commit|create|put|claim|revise)$/;

/**
 * Observes drivers: reports and counts what fails, keeps their health, counts open browsers, and tells `events` what was committed for
 * a run.
 */
export function observeDrivers(
  drivers: ObservedDrivers,
  { report, events }: { readonly report: ReportError; readonly events: RunEvents },
): { readonly drivers: ObservedDrivers; readonly health: DriverHealth } {
  let isStoreWritable = true;
  let isQueueWorking = true;
  const { store, queue, artifacts, browser } = drivers;
  return {
    drivers: {
      store: withEvents(
        observeDriver(store, {
          failed(call, error) {
            if (isFault(error) && !readOnly.test(call.operation)) isStoreWritable = false;
            reportFault('store', call, error);
          },
          done({ operation }, result) {
            if (!isStoreWritable && result !== null && written.test(operation)) isStoreWritable = true;
          },
        }),
        events,
      ),
      queue: observeDriver(queue, {
        failed(call, error) {
          if (isFault(error)) isQueueWorking = false;
          reportFault('queue', call, error);
        },
        done() {
          isQueueWorking = true;
        },
      }),
      artifacts: observeDriver(artifacts, {
        failed: (call, error) => reportFault('artifacts', call, error),
      }),
      browser:
        browser &&
        observeDriver(browser, {
          failed(call, error) {
            const isBroken = RunwrightError.is(error) && error.code === 'browser_failed';
            if (isBroken) reportError('browser', call, error);
            else reportFault('browser', call, error);
          },
          done({ operation }, result) {
            if (operation === 'open' || operation === 'attach') countWhileOpen(result as BrowserSession);
          },
        }),
    },
    health: {
      get isStoreWritable() {
        return isStoreWritable;
      },
      get isQueueWorking() {
        return isQueueWorking;
      },
      noteWritten() {
        isStoreWritable = true;
      },
    },
  };

  function reportFault(component: DriverKind, call: DriverCall, error: unknown): void {
    if (isFault(error)) reportError(component, call, error);
  }

  function reportError(component: DriverKind, call: DriverCall, error: unknown): void {
    recordMetric('runwright.driver.errors', 1, {
      'runwright.driver.kind': component,
      'runwright.driver.operation': call.operation,
    });
    report(error, placeOf(component, call));
  }
}

function countWhileOpen({ gone }: Pick<BrowserSession, 'gone'>): void {
  if (gone.aborted) return;
  recordMetric('runwright.browser.active', 1, {});
  gone.addEventListener('abort', () => recordMetric('runwright.browser.active', -1, {}), { once: true });
}

/** Tells what the two calls have stored that every change of a run goes through. */
function withEvents(store: Store, events: RunEvents): Store {
  const { runs } = store;
  const told: Store['runs'] = new Proxy(runs, {
    get(target, name) {
      if (name === 'commit') return commit;
      return name === 'revise' ? revise : Reflect.get(target, name);
    },
  });
  return new Proxy(store, {
    get: (target, name) => (name === 'runs' ? told : Reflect.get(target, name)),
  });

  async function commit(...given: Parameters<Store['runs']['commit']>) {
    const run = await runs.commit(...given);
    events.committed(run, given[1]);
    return run;
  }

  async function revise(...[runId, decide, options]: Parameters<Store['runs']['revise']>) {
    let decided: ReturnType<typeof decide> = null;
    const last: typeof decide = (run, attempts) => {
      decided = decide(run, attempts);
      return decided;
    };
    const run = await runs.revise(runId, last, options);
    if (run !== null && decided !== null) events.committed(run, decided);
    return run;
  }
}

function placeOf(component: DriverKind, { operation, given }: DriverCall) {
  const [first] = given;
  const isRun = typeof first === 'string' && /^(?:wr|tsk)_/.test(first);
  return { component, operation, runId: isRun ? first : null };
}
