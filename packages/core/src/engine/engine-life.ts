import { randomUUID } from 'node:crypto';
import { endWarmThreads } from '@runwright/sandbox';
import type { EngineDeps } from '../engine-deps.ts';
import type { SessionHost } from '../sessions/session-host.ts';
import { observeStore } from '../telemetry/observe-store.ts';
import { expireRuns } from '../worker/expire-runs.ts';
import type { Outbox } from '../worker/outbox.ts';
import { recoverLostRuns } from '../worker/recover-lost-runs.ts';
import type { WorkerReports } from '../worker/report-worker.ts';
import { type Scheduler, startScheduler } from '../worker/scheduler.ts';
import { sweep, takeOver } from '../worker/sweep.ts';
import { drainingError, startWorker, type Worker } from '../worker/worker.ts';
import { closedError } from './closed-engine.ts';
import type { WorkflowImports } from './workflow-imports.ts';

/** Start and end of an engine: each happens once, however often it is asked for. */
export interface EngineLife {
  start(): Promise<void>;
  drain(): Promise<void>;
  close(options?: { readonly drainMs?: number }): Promise<void>;
  readonly isDraining: boolean;
  /** Aborted with an error for callers when the drivers are about to be closed. */
  readonly closed: AbortSignal;
  workers(): number;
  wakeScheduler(): void;
}

interface LifeParts {
  readonly outbox: Outbox;
  readonly imports: WorkflowImports;
  readonly sessions: SessionHost;
  readonly reports: WorkerReports;
  readonly relay: () => void;
}

/** Creates the life of an engine that has not been started. */
export function createEngineLife(deps: EngineDeps, parts: LifeParts): EngineLife {
  const { outbox, imports, sessions, reports, relay } = parts;
  const { clock, settings } = deps;
  const draining = new AbortController();
  const stopping = new AbortController();
  const closed = new AbortController();
  let worker: Worker | null = null;
  let scheduler: Scheduler | null = null;
  const sweeper = randomUUID();
  let sweeping: Promise<void> = Promise.resolve();
  let recovering: Promise<void> = Promise.resolve();
  const reporting = new AbortController();
  let reported: Promise<void> = Promise.resolve();
  let starting: Promise<void> | null = null;
  let drained: Promise<void> | null = null;
  let closing: Promise<void> | null = null;
  let stopObserving: (() => void) | null = null;

  return {
    workers: () => worker?.running ?? 0,
    wakeScheduler: () => scheduler?.wake(),
    closed: closed.signal,
    get isDraining() {
      return draining.signal.aborted;
    },
    start() {
      starting ??= start();
      return starting;
    },
    drain() {
      drained ??= drain(settings.drainMs);
      return drained;
    },
    close({ drainMs = 0 } = {}) {
      // A second call that waits for nothing shortens the first.
      if (drainMs <= 0) stopping.abort(drained === null ? undefined : drainingError());
      else drained ??= drain(drainMs);
      closing ??= close();
      return closing;
    },
  };

  async function start(): Promise<void> {
    stopObserving = observeStore(deps);
    await deps.browser?.reap?.();
    if (settings.takeOver) await takeOver(deps);
    // Others have to know where the sessions are that it takes.
    reported = reports.start(reporting.signal);
    await sessions.start();
    await sweepInTurn({ first: true });
    if (draining.signal.aborted) return;
    imports.resume();
    worker = startWorker(deps, { draining: draining.signal, shutdown: stopping.signal, sessions, relay });
    scheduler = startScheduler(deps, { draining: draining.signal, relay });
    sweeping = sweepOn();
    // The only process of a store has no others whose runs it could take; one without places takes none.
    if (!settings.takeOver && settings.concurrency > 0) recovering = recoverLostRuns(deps, stopping.signal);
  }

  async function sweepOn(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await clock.sleep(settings.sweepMs, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      // A store that does not answer now is asked again at the next sweep.
      await sweepInTurn({ first: false }).catch((error: unknown) =>
        deps.report(error, { component: 'sweep', operation: 'sweep' }),
      );
      await expireInTurn().catch((error: unknown) =>
        deps.report(error, { component: 'retention', operation: 'delete expired runs' }),
      );
    }
  }

  /** Of the processes that share a store one sweeps at a time. */
  async function sweepInTurn({ first }: { readonly first: boolean }): Promise<void> {
    if (!settings.isStoreShared) return await sweep(deps, outbox, { first });
    // Of this process alone, also when others have its name. Shorter than the time between two sweeps, so that it is free then.
    const turn = { owner: sweeper, leaseMs: settings.sweepMs * 0.9, now: clock.now() };
    if (await deps.store.duties.take('sweep', turn)) await sweep(deps, outbox, { first });
    else if (first) await outbox.relay();
  }

  /** Like the sweep, in one process at a time, which may be another one. */
  async function expireInTurn(): Promise<void> {
    const turn = { owner: sweeper, leaseMs: settings.sweepMs * 0.9, now: clock.now() };
    if (settings.isStoreShared && !(await deps.store.duties.take('retention', turn))) return;
    await expireRuns(deps, stopping.signal);
  }

  async function drain(drainMs: number): Promise<void> {
    draining.abort(drainingError());
    await starting?.catch(() => undefined);
    const { signal } = stopping;
    const ended = new AbortController();
    const limit = AbortSignal.any([ended.signal, signal]);
    const late = clock.sleep(drainMs, { signal: limit }).catch(() => undefined);
    await Promise.race([worker?.stopped, late]);
    ended.abort();
    stopping.abort(drainingError());
    await worker?.stopped;
    await sessions.stop();
  }

  async function close(): Promise<void> {
    draining.abort(drainingError());
    await drained?.catch(() => undefined);
    stopping.abort();
    await starting?.catch(() => undefined);
    await worker?.stopped;
    await scheduler?.stopped;
    await sessions.stop();
    reporting.abort();
    await reported;
    await sweeping;
    await recovering;
    await imports.close();
    await outbox.close();
    await deps.events.close();
    stopObserving?.();
    closed.abort(closedError());
    await endWarmThreads();
    await deps.browser?.close();
    await deps.queue.close();
    await deps.artifacts.close();
    await deps.store.close();
  }
}
