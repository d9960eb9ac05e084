import {
  begunPriority,
  type Delivery,
  type Fence,
  isFinal,
  type Run,
  RunwrightError,
  type Write,
} from '@runwright/contract';
import { removeBrowserStates } from '../browser/browser-states.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { completeRunScope, openRun } from '../execution/context/open-run.ts';
import { hasSecretParameters } from '../execution/context/resolve-run-secrets.ts';
import type { RunScope } from '../execution/context/run-scope.ts';
import {
  deferStatus,
  elapsedRunEnd,
  endRunEarly,
  executeRun,
  type RunResult,
} from '../execution/execute-run.ts';
import { markStopped } from '../execution/stopped-attempts.ts';
import { changeRun } from '../runs/change-run.ts';
import { cancelChildren, cancelWithChildren } from '../runs/child-runs.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { createSemaphore, type Permit, permitOf } from '../runtime/semaphore.ts';
import type { SessionHost } from '../sessions/session-host.ts';
import { elapsedLimitAt } from '../state/elapsed-limit.ts';
import { outcomeOf } from '../state/outcome.ts';
import { isFault } from '../telemetry/report-errors.ts';
import { inSpan, type OpenSpan } from '../telemetry/trace.ts';
import { type AwaitedPlace, awaitsBrowserPlace } from './awaits-browser-place.ts';
import type { LostWorkers } from './lost-workers-end.ts';
import { measureClaim, measureWorker } from './measure-claim.ts';
import { promoteSessionRuns } from './promote-session-runs.ts';
import { endRunSpan, runSpan } from './run-span.ts';
import { saveCassetteRun } from './save-cassette-run.ts';
import { saveRunLog } from './save-run-log.ts';
import { setAsideLostRun } from './set-aside-lost-run.ts';
import { spaceOut } from './space-out.ts';
import { watchRun } from './watch-run.ts';

/** Deliveries of a run after which an unexplained error ends its run instead of being tried again. */
const maxDeliveries = 3;
/** Time in ms before a run that could not be continued is tried again. */
const againMs = 1000;

/** Executes runs, several at once, until it is told to drain. */
export interface Worker {
  /** Runs that may be worked on at once; 0 after its end. */
  readonly running: number;
  /** Resolves when every run has been left. */
  readonly stopped: Promise<void>;
}

interface WorkerOptions {
  /** Aborted with {@link drainingError}: no run and no block is begun any more. */
  readonly draining: AbortSignal;
  /** Aborted when blocks that run are to be stopped; with {@link drainingError} when they had time to end. */
  readonly shutdown: AbortSignal;
  readonly relay: () => void;
  readonly sessions: Pick<SessionHost, 'owner' | 'join' | 'placeOf' | 'runsOfSessions'>;
}

interface Claimed extends LostWorkers {
  readonly run: Run;
  readonly fence: Fence;
}

/** Starts claiming; `relay` is called when there are intentions to execute, after each run that has ended. */
export function startWorker(deps: EngineDeps, options: WorkerOptions): Worker {
  const { queue, clock, settings, report } = deps;
  const semaphore = createSemaphore(settings.concurrency);
  const serving = new Set<Promise<void>>();
  const nextDelay = spaceOut(clock, againMs);
  let running = settings.concurrency;
  let claims = 0;
  const stopped =
    settings.concurrency === 0 ? Promise.resolve() : measureWorker(settings.concurrency, claimOn);
  return {
    get running() {
      return running;
    },
    stopped,
  };

  async function claimOn(): Promise<void> {
    while (!options.draining.aborted) {
      await yieldToEventLoop(clock);
      await semaphore.acquire();
      const permit = permitOf(semaphore);
      const delivery = await nextDelivery().catch(pauseAfter);
      if (!delivery) {
        permit.release();
        continue;
      }
      const work: Promise<void> = serve(delivery, permit)
        .catch(async (error: unknown) => {
          report(error, { component: 'worker', operation: 'execute', runId: delivery.runId });
          await delivery.release({ delayMs: againMs }).catch(() => undefined);
          await pauseAfter();
        })
        .finally(() => {
          permit.release();
          serving.delete(work);
        });
      serving.add(work);
    }
    running = 0;
    await Promise.all(serving);
  }

  /** Null when the engine closes, or when a run that has rested wants the place of this claim. */
  async function nextDelivery(): Promise<Delivery | null> {
    const stop = new AbortController();
    const unlisten = semaphore.onWaiting(() => stop.abort());
    if (semaphore.hasWaiting) stop.abort();
    try {
      return await queue.claim({ signal: AbortSignal.any([options.draining, stop.signal]) });
    } finally {
      unlisten();
    }
  }

  /** A queue or store that does not answer is asked again a moment later. */
  async function pauseAfter(): Promise<null> {
    await clock.sleep(againMs, { signal: options.draining }).catch(() => undefined);
    return null;
  }

  async function serve(delivery: Delivery, permit: Permit): Promise<void> {
    const awaited = await awaitsBrowserPlace(deps, delivery.runId);
    if (awaited) return giveBack(delivery, awaited);
    claims += 1;
    // An owner of its own for every claim: two places of one process are two owners to the store.
    const owner = `${options.sessions.owner}/${claims}`;
    const claimed = await deps.store.runs.claim(delivery.runId, {
      owner,
      leaseMs: settings.leaseMs,
      now: clock.now(),
    });
    if (!claimed) return leaveUnclaimed(delivery);
    if (await isOrphan(deps, claimed.run)) {
      await cancelWithChildren(deps, claimed.run);
      options.relay();
      return delivery.done();
    }
    if (await setAsideLostRun(deps, claimed)) {
      options.relay();
      return delivery.done();
    }
    const place = await options.sessions.placeOf(claimed.run);
    if (place === 'here') return executeClaimed(claimed, delivery, permit);
    await deps.store.runs.release(claimed.run.runId, claimed.fence);
    if (place === 'elsewhere') return delivery.release({ delayMs: againMs, priority: begunPriority });
    options.relay();
    return delivery.done();
  }

  /** Leaves a run to another worker, or to the time when a browser is free for it here. */
  async function giveBack(delivery: Delivery, awaited: AwaitedPlace): Promise<void> {
    // There are browsers for the runs of others, which must not wait behind those of this organization.
    if (awaited.refusal !== 'full') {
      return delivery.release({ delayMs: awaited.isAwaited ? againMs : nextDelay(awaited.organizationId) });
    }
    await delivery.release({ delayMs: againMs });
    await promoteSessionRuns(deps, options.sessions);
    // Not at once the next one, which may be released as well.
    await pauseAfter();
  }

  async function leaveUnclaimed(delivery: Delivery): Promise<void> {
    const run = await deps.store.runs.find(delivery.runId);
    if (run === null || isFinal(run.status)) return delivery.done();
    // The end of the run that it waits for enqueues it again; if that gets lost, the sweep does.
    const keys = run.concurrencyKeys.length + run.concurrencyLimits.length;
    if (keys > 0 && run.startedAt === null) return delivery.done();
    // Another worker has it. If that one dies, its lease ends and the recovery enqueues the run.
    return settings.takeOver ? delivery.release({ delayMs: settings.leaseMs }) : delivery.done();
  }

  async function executeClaimed(claimed: Claimed, delivery: Delivery, permit: Permit): Promise<void> {
    const { run, fence } = claimed;
    const left = await measureClaim(run, clock, () =>
      inSpan(runSpan(run), (span) => workOn(deps, claimed, delivery, { ...options, permit, span })),
    );
    if (left.type === 'ended') return delivery.done();
    await deps.store.runs.release(run.runId, fence);
    if (left.type === 'suspended') {
      // The time is in the row of the run too, so that the sweep finds the run if this is lost.
      await delivery.done();
      await deps.queue.enqueue(run.runId, { notBefore: left.dueAt, priority: begunPriority });
      return;
    }
    // It was claimed, so it has no turn any more.
    await delivery.release({ delayMs: left.delayMs, priority: begunPriority });
  }
}

/** Returns whether the run that waited for this one has ended before this one could begin or go on. */
async function isOrphan(deps: Pick<EngineDeps, 'store'>, run: Run): Promise<boolean> {
  if (!run.parent?.waits) return false;
  const parent = await deps.store.runs.find(run.parent.runId);
  return parent === null || isFinal(parent.status);
}

type Left = RunResult | { readonly type: 'left'; readonly delayMs: number };

/** One claim of one run, from its journal to its end or as far as this worker may go. */
async function workOn(
  deps: EngineDeps,
  claimed: Claimed,
  delivery: Delivery,
  options: WorkerOptions & { readonly permit: Permit; readonly span: OpenSpan },
): Promise<Left> {
  const { clock } = deps;
  if (options.draining.aborted) return { type: 'left', delayMs: 0 };
  const deadlineAt = elapsedLimitAt(claimed.run, clock.now());
  const watch = watchRun({
    store: deps.store,
    clock,
    ...claimed,
    leaseMs: deps.settings.leaseMs,
    deadlineAt,
    cancels: deps.cancels,
    shutdown: options.shutdown,
  });
  const release = deps.unfinished.hold(claimed.run.runId);
  let scope: RunScope | null = null;
  let hasEnded = false;
  try {
    scope = await openRun(deps, claimed, watch.signal, {
      ...options,
      trace: options.span.context,
      join: options.sessions.join,
      stop: watch.end,
    });
    deferStatus(scope, 'start');
    if (claimed.lostWorkers) await scope.recording?.lose('A worker process was lost.');
    // Otherwise with the beginning of the first block: one commit less for each run.
    if (asksForSecrets(scope)) await scope.journal.commit();
    scope = await completeRunScope(deps, scope);
    const left = await executeRun(scope);
    // Before the browser is closed: what does not wait for its recordings begins now.
    hasEnded = left.type === 'ended';
    if (hasEnded) options.relay();
    return left.type === 'suspended' ? await suspend(scope, Math.min(left.dueAt, deadlineAt)) : left;
  } catch (error) {
    const reason: unknown = watch.signal.aborted ? watch.signal.reason : error;
    const { runId } = claimed.run;
    const fail = (operation: string) => (thrown: unknown) => {
      if (isFault(thrown)) deps.report(thrown, { component: 'worker', operation, runId });
      return later;
    };
    fail('execute')(reason);
    const left = await leaveAfter(deps, reason, scope, { delivery, ...options }).catch(fail('leave'));
    hasEnded = left.type === 'ended';
    if (hasEnded) options.relay();
    return left;
  } finally {
    watch.stop();
    if (scope) endRunSpan(options.span, scope.journal.run());
    scope?.journal.close();
    const failed = (operation: string) => (error: unknown) =>
      deps.report(error, { component: 'worker', operation, runId: claimed.run.runId });
    await scope?.browser.close().catch(failed('close the browser'));
    if (scope) await noteClosedBrowser(deps, scope).catch(failed('note the closed browser'));
    if (scope && hasEnded) await saveRunLog(deps, scope).catch(failed('save the log'));
    if (scope && hasEnded) await saveCassetteRun(deps, scope).catch(failed('save the recording'));
    if (scope) await sendWaiting(deps, scope).catch(failed('send webhooks'));
    release();
    if (hasEnded) options.relay();
  }
}

/** Says on the run that its recording is stored, also when it has ended meanwhile. The next owner of a lost run has its own browser. */
async function noteClosedBrowser(
  deps: EngineDeps,
  { run: { runId }, journal, fence }: RunScope,
): Promise<void> {
  if (!journal.run().hasOpenRecording) return;
  const decide = ({ revision }: Run): readonly Write[] => [
    { type: 'run', patch: { hasOpenRecording: false }, revision },
  ];
  await changeRun(deps, runId, decide, fence).catch((error: unknown) => {
    if (isFault(error)) throw error;
  });
}

/** Makes webhooks due that waited for the browser; without this they are due when it must have been closed, in any process. */
async function sendWaiting({ store, clock }: EngineDeps, { waitingEntries }: RunScope): Promise<void> {
  for (const entryId of waitingEntries) {
    await store.outbox.settle(entryId, { from: 'pending', to: 'pending', dueAt: clock.now() });
  }
}

/** The reason of a run that is left between two blocks, or while it waits, because its process is about to end. */
export function drainingError(): RunwrightError {
  return new RunwrightError(
    'lease_lost',
    'The run is not continued here because the engine is draining; the next worker goes on with it.',
  );
}

/** Returns whether something outside is asked before the first block begins. */
function asksForSecrets({ workflow }: RunScope): boolean {
  return hasSecretParameters(workflow.draft.workflow_definition.parameters);
}

const later: Left = { type: 'left', delayMs: againMs };

/** The time is in the row before the lease ends, so that every sweep knows when the run goes on. */
async function suspend(scope: RunScope, dueAt: number): Promise<Left> {
  await scope.journal.commit({ patch: () => ({ wakeAt: dueAt }) });
  return { type: 'suspended', dueAt };
}

async function leaveAfter(
  deps: EngineDeps,
  reason: unknown,
  scope: RunScope | null,
  { delivery, shutdown }: Pick<WorkerOptions, 'shutdown'> & { readonly delivery: Delivery },
): Promise<Left> {
  const known = RunwrightError.is(reason) ? reason : null;
  if (known?.code === 'canceled') {
    // A block that ended meanwhile may have stored it again.
    if (scope) await removeBrowserStates(deps, scope.run);
    return { type: 'ended' };
  }
  if (known?.code === 'lease_lost') {
    // What ended before the lease was lost still counts, if the lease allows it.
    const stopped = scope && RunwrightError.is(shutdown.reason) ? markStopped(scope) : {};
    await scope?.journal.commit(stopped).catch(() => undefined);
    return { type: 'left', delayMs: 0 };
  }
  if (scope === null) return later;
  if (known?.code === 'timed_out') {
    await cancelChildren(deps, scope.run.runId);
    await endRunEarly(scope, elapsedRunEnd(known));
    return { type: 'ended' };
  }
  if (known?.code === 'out_of_credits') await cancelChildren(deps, scope.run.runId);
  if (known === null || known.code === 'internal') {
    if (delivery.delivery < maxDeliveries) return later;
  }
  const failure = known ?? new RunwrightError('internal', 'The engine could not execute the run.');
  const { failureCategory, errors } = outcomeOf(failure, null);
  await endRunEarly(scope, {
    status: 'failed',
    failureReason: scope.runSecrets.mask(failure.message),
    failureCategory,
    errors: scope.runSecrets.mask(errors),
  });
  return { type: 'ended' };
}
