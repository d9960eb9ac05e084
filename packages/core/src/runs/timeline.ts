import { type Clock, isFinal, type Run, type Store, type TimelineEvent } from '@runwright/contract';
import type { KeyedEmitter } from '../runtime/keyed-emitter.ts';

/** Another process rings no bell here, so the store is looked at this often too. */
const lookMs = 500;
const pageSize = 500;

type Parts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly changes: KeyedEmitter;
  readonly ends: KeyedEmitter;
};

/** The whole timeline so far, oldest first. */
export async function readTimeline(parts: Parts, runId: string): Promise<readonly TimelineEvent[]> {
  const events: TimelineEvent[] = [];
  for (;;) {
    const page = await parts.store.timeline.read(runId, {
      after: events.at(-1)?.sequence ?? 0,
      limit: pageSize,
    });
    events.push(...page);
    if (page.length < pageSize) return events;
  }
}

/** Events as they happen, until the run has ended and, with a webhook, its delivery is decided. */
export async function* followTimeline(
  parts: Parts,
  run: Run,
  options: { readonly after?: number; readonly signal?: AbortSignal },
): AsyncGenerator<TimelineEvent> {
  let after = options.after ?? 0;
  let ended = false;
  let delivered = run.settings.webhookUrl === null;
  const rings = listenTo(parts.changes, run.runId, parts.clock);
  try {
    for (;;) {
      const heard = rings.next(options.signal);
      const page = await parts.store.timeline.read(run.runId, { after, limit: pageSize });
      for (const event of page) {
        after = event.sequence;
        ended ||= event.type === 'run-end';
        delivered ||= event.type === 'webhook';
        yield event;
      }
      if (ended && delivered) return;
      // Only what is left of a run that ended before `after` can be missing here.
      if (page.length === 0 && !ended) ended = await hasEnded(parts, run);
      if (page.length === 0 && ended && delivered) return;
      if (page.length === 0) await heard;
    }
  } finally {
    rings.stop();
  }
}

/** Waits until a run has its final status. Rejects with the signal's reason. */
export async function waitUntilFinal(
  parts: Parts,
  runId: string,
  options: { readonly signal?: AbortSignal },
  read: () => Promise<Run>,
): Promise<Run> {
  const rings = listenTo(parts.ends, runId, parts.clock);
  try {
    for (;;) {
      const heard = rings.next(options.signal);
      const run = await read();
      if (isFinal(run.status)) return run;
      await heard;
    }
  } finally {
    rings.stop();
  }
}

async function hasEnded(parts: Parts, run: Run): Promise<boolean> {
  const found = await parts.store.runs.find(run.runId);
  return found === null || isFinal(found.status);
}

/** Promises of the next ring: one that rings while the store is read is not missed. */
function listenTo(
  bell: KeyedEmitter,
  runId: string,
  clock: Clock,
): { next(signal?: AbortSignal): Promise<void>; stop(): void } {
  let rung = Promise.withResolvers<void>();
  const unlisten = bell.on(runId, () => {
    rung.resolve();
    rung = Promise.withResolvers<void>();
  });
  const stopped = new AbortController();
  return {
    next(signal) {
      const nap = new AbortController();
      const ends = [stopped.signal, nap.signal, ...(signal ? [signal] : [])];
      const slept = clock.sleep(lookMs, { signal: AbortSignal.any(ends) }).catch((error: unknown) => {
        if (signal?.aborted) throw error;
      });
      const next = Promise.race([rung.promise, slept]).finally(() => nap.abort(awake));
      next.catch(() => undefined);
      return next;
    },
    stop() {
      unlisten();
      stopped.abort(awake);
    },
  };
}

/** Ends a nap; made once, because a reason that nobody reads is dear to make. */
const awake = new Error('awake');
