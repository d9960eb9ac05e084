import { type Fence, isFinal, type Lease, type Run, RunwrightError } from '@runwright/contract';
import { breakOffRun, carryOutRun, elapsedEnd, type RunLeft, setStatus } from './carry-out-run.ts';
import { completeScope, openRun } from './open-run.ts';
import { outcomeOf } from './outcome.ts';
import type { EngineParts } from './parts.ts';
import type { RunScope } from './run-scope.ts';
import { watchRun } from './watch-run.ts';

/** Deliveries of a job after which an unexplained error ends its run instead of being tried again. */
const maxDeliveries = 3;
/** Pause before a run that could not be carried on is tried again. */
const againMs = 1000;

/** Carries out runs, several at once, until its signal is aborted. */
export interface Worker {
  /** Loops that claim work at the moment. */
  readonly running: number;
  /** Resolves when every loop has ended. */
  readonly stopped: Promise<void>;
}

/** Starts as many loops as the settings say. `ended` is called after each run that has ended. */
export function startWorker(
  parts: EngineParts,
  options: { readonly signal: AbortSignal; readonly ended: () => void },
): Worker {
  const { queue, clock, settings } = parts;
  let running = 0;
  let claims = 0;
  const loops = Array.from({ length: settings.concurrency }, () => loop());
  return {
    get running() {
      return running;
    },
    stopped: Promise.all(loops).then(() => undefined),
  };

  async function loop(): Promise<void> {
    running += 1;
    while (!options.signal.aborted) {
      try {
        const lease = await queue.claim({
          worker: settings.workerId,
          leaseMs: settings.leaseMs,
          signal: options.signal,
        });
        if (lease) await serve(lease);
      } catch {
        // A queue or store that does not answer is asked again; what was held comes back through its lease.
        await clock.sleep(againMs, { signal: options.signal }).catch(() => undefined);
      }
    }
    running -= 1;
  }

  async function serve(lease: Lease): Promise<void> {
    claims += 1;
    // An owner of its own for every claim: two loops of one worker are two owners to the store.
    const owner = `${settings.workerId}/${claims}`;
    const claimed = await parts.store.runs.claim(lease.runId, {
      owner,
      leaseMs: settings.leaseMs,
      now: clock.now(),
    });
    if (claimed) return carryOut(claimed, lease);
    const run = await parts.store.runs.find(lease.runId);
    if (run === null || isFinal(run.status)) return lease.done();
    return lease.release({ delayMs: settings.leaseMs });
  }

  async function carryOut(
    claimed: { readonly run: Run; readonly fence: Fence },
    lease: Lease,
  ): Promise<void> {
    const { run, fence } = claimed;
    const left = await workOn(parts, claimed, lease, options);
    if (left.type === 'ended') return lease.done();
    await parts.store.runs.release(run.runId, fence);
    if (left.type === 'parked') {
      // A run that waits holds no job; its time is in the journal, and the sweep finds it if this is lost.
      await lease.done();
      await parts.queue.enqueue(run.runId, { notBefore: left.dueAt });
      return;
    }
    await lease.release({ delayMs: left.delayMs });
  }
}

type Left = RunLeft | { readonly type: 'left'; readonly delayMs: number };

/** One claim of one run, from its journal to its end or as far as this worker may go. */
async function workOn(
  parts: EngineParts,
  claimed: { readonly run: Run; readonly fence: Fence },
  lease: Lease,
  options: { readonly signal: AbortSignal; readonly ended: () => void },
): Promise<Left> {
  const { clock } = parts;
  const startedAt = claimed.run.startedAt ?? clock.now();
  const deadlineAt = startedAt + claimed.run.settings.maxElapsedMinutes * 60_000;
  const watch = watchRun({
    store: parts.store,
    clock,
    ...claimed,
    lease,
    leaseMs: parts.settings.leaseMs,
    deadlineAt,
    cancels: parts.cancels,
    shutdown: options.signal,
  });
  let scope: RunScope | null = null;
  try {
    scope = await openRun(parts, claimed, watch.signal);
    await setStatus(scope, 'start');
    scope = await completeScope(scope);
    const left = await carryOutRun(scope);
    // Before the browser is closed, which may take longer than a webhook may.
    if (left.type === 'ended') options.ended();
    return left.type === 'parked' ? { ...left, dueAt: Math.min(left.dueAt, deadlineAt) } : left;
  } catch (error) {
    const reason: unknown = watch.signal.aborted ? watch.signal.reason : error;
    const left = await leaveAfter(reason, scope, lease).catch(() => later);
    if (left.type === 'ended') options.ended();
    return left;
  } finally {
    watch.stop();
    scope?.journal.close();
    await scope?.browser.close().catch(() => undefined);
  }
}

const later: Left = { type: 'left', delayMs: againMs };

async function leaveAfter(reason: unknown, scope: RunScope | null, lease: Lease): Promise<Left> {
  const known = RunwrightError.is(reason) ? reason : null;
  if (known?.code === 'canceled') return { type: 'ended' };
  if (known?.code === 'lease_lost') {
    // What ended before the lease was lost still counts, if the lease allows it.
    await scope?.journal.commit().catch(() => undefined);
    return { type: 'left', delayMs: 0 };
  }
  if (scope === null) return later;
  if (known?.code === 'timed_out') {
    await breakOffRun(scope, elapsedEnd(known));
    return { type: 'ended' };
  }
  if (known === null || known.code === 'internal') {
    if (lease.delivery < maxDeliveries) return later;
  }
  const failure = known ?? new RunwrightError('internal', 'The engine could not carry the run out.');
  const { failureCategory, errors } = outcomeOf(failure, null);
  await breakOffRun(scope, {
    status: 'failed',
    failureReason: scope.vault.mask(failure.message),
    failureCategory,
    errors: scope.vault.mask(errors),
  });
  return { type: 'ended' };
}
