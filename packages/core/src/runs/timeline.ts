import { type Clock, isFinal, type Run, type Store, type TimelineEvent } from '@runwright/contract';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import type { KeyedEmitter } from '../runtime/keyed-emitter.ts';

/** Time in ms between reads of the store: a change in another process emits no event here. */
const pollMs = 500;
const pageSize = 500;

type Reads = {
  readonly timeline: Pick<Store['timeline'], 'read'>;
  readonly runs: Pick<Store['runs'], 'findStatus'>;
};

type Deps = {
  readonly store: Reads;
  readonly clock: Clock;
  readonly changes: KeyedEmitter;
};

/** Reads the whole timeline so far, oldest first. */
export async function readTimeline(
  deps: { readonly store: Pick<Reads, 'timeline'>; readonly clock: Clock },
  runId: string,
): Promise<readonly TimelineEvent[]> {
  const events: TimelineEvent[] = [];
  for (;;) {
    const page = await deps.store.timeline.read(runId, {
      after: events.at(-1)?.sequence ?? 0,
      limit: pageSize,
    });
    events.push(...page);
    await yieldToEventLoop(deps.clock);
    if (page.length === 0) return events;
  }
}

/** Yields events as they happen, until the run has ended and, with a webhook, its delivery is decided. */
export async function* followTimeline(
  deps: Deps,
  run: Run,
  options: { readonly after?: number; readonly signal?: AbortSignal },
): AsyncGenerator<TimelineEvent> {
  let after = options.after ?? 0;
  let ended = false;
  let delivered = run.settings.webhookUrl === null || (await wasDelivered(deps, run, after));
  const changes = nextEvents(deps.changes, run.runId, deps.clock);
  try {
    for (;;) {
      const changed = changes.next(options.signal);
      const page = await deps.store.timeline.read(run.runId, { after, limit: pageSize });
      for (const event of page) {
        after = event.sequence;
        ended ||= event.type === 'run-end';
        delivered ||= event.type === 'webhook';
        yield event;
        await yieldToEventLoop(deps.clock);
      }
      if (ended && delivered) return;
      if (page.length > 0) continue;
      if (!ended) {
        const status = await deps.store.runs.findStatus(run.runId);
        if (status === null) return;
        ended = isFinal(status);
        // The run can have ended since the page was read.
        if (ended) continue;
      }
      await changed;
    }
  } finally {
    changes.stop();
  }
}

/** Waits until a run has its final status. Rejects with the signal's reason. */
export async function waitUntilFinal(
  deps: {
    readonly store: { readonly runs: Pick<Store['runs'], 'findStatus'> };
    readonly clock: Clock;
    readonly ends: KeyedEmitter;
  },
  runId: string,
  options: { readonly signal?: AbortSignal },
  read: () => Promise<Run>,
): Promise<Run> {
  const changes = nextEvents(deps.ends, runId, deps.clock);
  try {
    for (;;) {
      const changed = changes.next(options.signal);
      const status = await deps.store.runs.findStatus(runId);
      // A run that is gone is for the reader to report.
      if (status === null || isFinal(status)) return await read();
      await changed;
    }
  } finally {
    changes.stop();
  }
}

/** Tells whether the webhook of a run is among the events that the reader has. */
async function wasDelivered(deps: Deps, { runId }: Run, after: number): Promise<boolean> {
  if (after === 0) return false;
  const events = await readTimeline(deps, runId);
  return events.some(({ type, sequence }) => type === 'webhook' && sequence <= after);
}

/** Creates promises of the next event, so that one during a read of the store is not missed. */
function nextEvents(
  emitter: KeyedEmitter,
  runId: string,
  clock: Clock,
): { next(signal?: AbortSignal): Promise<void>; stop(): void } {
  const sleeps = new Set<AbortController>();
  const wake = (): void => {
    for (const sleep of sleeps) sleep.abort(awake);
  };
  const unlisten = emitter.on(runId, wake);
  return {
    next(signal) {
      const sleep = new AbortController();
      sleeps.add(sleep);
      // A signal of `AbortSignal.any` for each of many sleeps stays in memory for a while.
      signal?.addEventListener('abort', () => sleep.abort(awake), { once: true, signal: sleep.signal });
      if (signal?.aborted) sleep.abort(awake);
      const next = clock
        .sleep(pollMs, { signal: sleep.signal })
        .catch(() => signal?.throwIfAborted())
        .finally(() => {
          sleeps.delete(sleep);
          sleep.abort(awake);
        });
      next.catch(() => undefined);
      return next;
    },
    stop() {
      unlisten();
      wake();
    },
  };
}

/** Abort reason of a sleep; created once, because the stack trace of an error is expensive. */
const awake = new Error('awake');
