import type { Clock, OutboxEntry, Store } from '@runwright/contract';
import PQueue from 'p-queue';
import { coalesceCalls } from '../runtime/coalesce-calls.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import type { ReportError } from '../telemetry/report-errors.ts';

/**
 * Entries of one type that a process sends at once. A receiver that does not answer holds a place for ten seconds; one
 * that answers, for much less than one second. 16 keeps sockets and payloads few, and with receivers that answer it is far
 * more than a process needs for the runs that it ends.
 */
export const sendersAtOnce = 16;

/** Entries that are read at once: more than are sent, so that each page holds new ones. */
const pageSize = 4 * sendersAtOnce;

/** Sends the outbox entries of one type, so many at once; the others wait in the store. */
export interface OutboxSender {
  /** Looks for entries that are due, and begins to send them as soon as there is a place. */
  send(): void;
  /** Tells whether this sender works on the entry, or is about to. */
  has(entryId: string): boolean;
  /** Begins to send no further entry, and resolves when each one under way has been decided. */
  close(): Promise<void>;
}

/**
 * Creates the sender of one type of entries. `ready` resolves when an entry may be sent; until then it takes no place.
 * `deliver` gets an entry that this process has moved to `sending`.
 */
export function createOutboxSender(options: {
  readonly type: OutboxEntry['type'];
  readonly store: Pick<Store, 'outbox'>;
  readonly clock: Clock;
  readonly report: ReportError;
  readonly ready?: (entry: OutboxEntry) => Promise<void>;
  readonly deliver: (entry: OutboxEntry) => Promise<void>;
}): OutboxSender {
  const { type, clock, report, ready, deliver } = options;
  const { outbox } = options.store;
  const places = new PQueue({ concurrency: sendersAtOnce });
  const taken = new Set<string>();
  const waiting = new Set<Promise<void>>();
  let closed = false;
  let sending: Promise<void> = Promise.resolve();

  const sendAll = coalesceCalls(async () => {
    for (;;) {
      await yieldToEventLoop(clock);
      const entries = await outbox.due({ type, now: clock.now(), limit: pageSize });
      for (const entry of entries) add(entry);
      if (entries.length < pageSize || closed) return;
      // Those that wait for a place are read already.
      await places.onEmpty();
      if (closed) return;
    }
  });

  function add(entry: OutboxEntry): void {
    const { entryId } = entry;
    if (taken.has(entryId)) return;
    taken.add(entryId);
    if (!ready) {
      begin(entry);
      return;
    }
    const waits = ready(entry).then(() => {
      waiting.delete(waits);
      begin(entry);
    });
    waiting.add(waits);
  }

  function begin(entry: OutboxEntry): void {
    const { entryId } = entry;
    const sent = places.add(async () => {
      const begun = { from: 'pending', to: 'sending', dueAt: clock.now() } as const;
      if (await outbox.settle(entryId, begun)) await deliver(entry);
    });
    // What fails here is left in `sending`, and settled by a later sweep; what is not begun any more stays pending.
    const { runId } = entry;
    sent
      .catch((error: unknown) => report(error, { component: 'outbox', operation: `send ${type}`, runId }))
      .finally(() => taken.delete(entryId));
  }

  return {
    send() {
      if (closed) return;
      sending = sendAll().catch((error: unknown) =>
        report(error, { component: 'outbox', operation: `find ${type}` }),
      );
    },
    has: (entryId) => taken.has(entryId),
    async close() {
      closed = true;
      // What waits for a place stays in the store; what was asked for before the end is begun, as far as there are places.
      places.clear();
      await sending;
      await Promise.all(waiting);
      places.clear();
      await places.onIdle();
    },
  };
}
