import {
  type Clock,
  type Fence,
  isFinal,
  type Run,
  type RunStatus,
  RunwrightError,
  type Store,
} from '@runwright/contract';
import type { KeyedEmitter } from '../runtime/keyed-emitter.ts';
import { elapsedError } from '../state/elapsed-limit.ts';
import { recordMetric } from '../telemetry/metrics.ts';

/** A cancel reaches the block within a second, also when another process took it. */
const lookMs = 500;

/** Holds a run for its worker and watches for what ends it. */
export interface RunWatch {
  /** Aborted with `canceled`, `timed_out` or `lease_lost`. */
  readonly signal: AbortSignal;
  /** Aborts the signal with a reason that came up in the run itself. */
  end(error: RunwrightError): void;
  stop(): void;
}

/**
 * Renews the lease of a run, looks for an end from outside, and measures the elapsed limit. `shutdown` is the
 * engine's own end; the run then goes to the next worker.
 */
export function watchRun(options: {
  readonly store: Store;
  readonly clock: Clock;
  readonly run: Run;
  readonly fence: Fence;
  readonly leaseMs: number;
  /** Epoch ms when the elapsed limit passes. */
  readonly deadlineAt: number;
  readonly cancels: KeyedEmitter;
  readonly shutdown: AbortSignal;
}): RunWatch {
  const { store, clock, run } = options;
  const ended = new AbortController();
  const stopped = new AbortController();
  const end = (error: RunwrightError) => {
    if (!stopped.signal.aborted) ended.abort(error);
  };
  const lose = () => end(leaseLost(run.runId));
  const loseByRenewal = () => {
    if (!ended.signal.aborted && !stopped.signal.aborted) recordMetric('runwright.lease.lost', 1, {});
    lose();
  };

  const look = async () => {
    const status = await store.runs.findStatus(run.runId);
    if (status !== null && isFinal(status)) end(endedOutside(run.runId, status));
  };
  const renew = async () => {
    const { owner } = options.fence;
    const held = await store.runs.claim(run.runId, { owner, leaseMs: options.leaseMs, now: clock.now() });
    if (held?.fence.token === options.fence.token) return;
    // Another worker has had the run and released it, so this claim took it anew: it is left to whoever comes next.
    if (held) await store.runs.release(run.runId, held.fence);
    await look();
    loseByRenewal();
  };
  const every = async (delayMs: number, act: () => Promise<void>, fail: () => void) => {
    while (!stopped.signal.aborted) {
      const slept = await clock.sleep(delayMs, { signal: stopped.signal }).then(
        () => true,
        () => false,
      );
      if (slept) await act().catch(fail);
    }
  };

  void every(options.leaseMs / 3, renew, loseByRenewal);
  // A store that does not answer for a moment is found out by the renewal, not here.
  void every(lookMs, look, () => undefined);
  const leftMs = options.deadlineAt - clock.now();
  if (leftMs <= 0) end(elapsedError(run));
  clock.sleep(leftMs, { signal: stopped.signal }).then(
    () => end(elapsedError(run)),
    () => undefined,
  );
  const unlisten = options.cancels.on(run.runId, () => void look().catch(() => undefined));
  options.shutdown.addEventListener('abort', lose, { signal: stopped.signal });
  if (options.shutdown.aborted) lose();

  return {
    signal: ended.signal,
    end,
    stop() {
      stopped.abort();
      unlisten();
    },
  };
}

function endedOutside(runId: string, status: RunStatus): RunwrightError {
  return new RunwrightError('canceled', `Run \`${runId}\` has ended as \`${status}\`.`);
}

function leaseLost(runId: string): RunwrightError {
  return new RunwrightError(
    'lease_lost',
    `The lease of run \`${runId}\` is over, or the engine closes. Another worker continues the run.`,
  );
}
