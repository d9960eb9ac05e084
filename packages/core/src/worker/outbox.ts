import type { OutboxEntry, Run, Write } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { nextRunStatus } from '../machines/run.ts';
import { deliverMail, settleLostMail } from '../runs/deliver-mail.ts';
import { queuePriority } from '../runs/enqueue-runs.ts';
import { wakeWaitingRuns } from '../runs/wake-run.ts';
import { coalesceCalls } from '../runtime/coalesce-calls.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { deliverWebhook, settleInterruptedWebhook } from '../webhooks/deliver-webhook.ts';
import { createOutboxSender } from './outbox-sender.ts';

/** After this an entry that stands in `sending` has lost its sender: more than a webhook (20 s) or a mail (60 s) may take. */
const senderLostMs = 120_000;

/** Time in ms before entries that could not be relayed are looked for again. */
const againMs = 1000;

/** Entries that are read at once. */
const pageSize = 1000;

/** Entries that are relayed at once. */
const atOnce = 64;

/** Processes committed outbox entries: runs to the queue, ends to their webhooks, mails to people. */
export interface Outbox {
  /** Looks for entries that are due. Resolves when runs are enqueued; webhooks and mails are sent when there is a place. */
  relay(): Promise<void>;
  /** The same without waiting: an error is reported, and it is tried again a moment later. */
  relayInBackground(): void;
  /** Settles webhooks and mails whose sender was lost. */
  recover(): Promise<void>;
  /** Sends no further webhook or mail, and resolves when each one under way has been decided. */
  close(): Promise<void>;
}

/** An outbox over the store. `alone`: no other process serves this store, so every sender that is not here is gone. */
export function createOutbox(deps: EngineDeps, options: { readonly alone: boolean }): Outbox {
  const { store, clock, report } = deps;
  const senders = {
    webhook: createOutboxSender({
      type: 'webhook',
      store,
      clock,
      report,
      // The payload links to the recording of the run, which exists when its browser is closed.
      ready: (entry) => deps.unfinished.whenFree(entry.runId),
      deliver: (entry) => deliverWebhook(deps, entry),
    }),
    mail: createOutboxSender({
      type: 'mail',
      store,
      clock,
      report,
      deliver: (entry) => deliverMail(deps, entry),
    }),
  };
  const relay = coalesceCalls(async () => {
    await relayAll('enqueue', enqueueAll);
    await relayAll('wake', async (entries) => void (await Promise.all(entries.map(wake))));
    for (const sender of Object.values(senders)) sender.send();
  });
  const closed = new AbortController();
  let relaying: Promise<void> = Promise.resolve();
  let isWaiting = false;

  return {
    relay() {
      relaying = relay();
      return relaying;
    },
    relayInBackground,
    async recover() {
      let after: OutboxEntry | undefined;
      for (;;) {
        const page: readonly OutboxEntry[] = await store.outbox.sending({
          limit: pageSize,
          ...(after ? { after } : {}),
        });
        for (const entry of page) {
          await yieldToEventLoop(clock);
          await recoverOne(entry).catch((error: unknown) =>
            report(error, { component: 'outbox', operation: 'recover', runId: entry.runId }),
          );
        }
        after = page.at(-1);
        if (page.length < pageSize) return;
      }
    },
    async close() {
      closed.abort();
      await relaying.catch(() => undefined);
      await Promise.all(Object.values(senders).map((sender) => sender.close()));
    },
  };

  function relayInBackground(): void {
    relaying = relay();
    relaying.catch(async (error: unknown) => {
      report(error, { component: 'outbox', operation: 'relay' });
      if (isWaiting) return;
      isWaiting = true;
      await clock.sleep(againMs, { signal: closed.signal }).catch(() => undefined);
      isWaiting = false;
      if (!closed.signal.aborted) relayInBackground();
    });
  }

  /** They are all settled when a page is done, so that the next page holds others. */
  async function relayAll(
    type: 'enqueue' | 'wake',
    relaySome: (entries: readonly OutboxEntry[]) => Promise<void>,
  ) {
    for (;;) {
      const entries = await store.outbox.due({ type, now: clock.now(), limit: pageSize });
      for (let at = 0; at < entries.length; at += atOnce) {
        await yieldToEventLoop(clock);
        await relaySome(entries.slice(at, at + atOnce));
      }
      if (entries.length < pageSize) return;
    }
  }

  /** Enqueued in the order of the entries; what they write shares transactions. */
  async function enqueueAll(entries: readonly OutboxEntry[]): Promise<void> {
    const turns = await store.runs.findTurns(entries.map(({ runId }) => runId));
    await Promise.all(entries.map((entry) => enqueue(entry, queuePriority(turns.get(entry.runId)))));
  }

  /** The status follows the queue, and a worker that was faster needs no telling. */
  async function enqueue(entry: OutboxEntry, priority: number): Promise<void> {
    await deps.queue.enqueue(entry.runId, { priority });
    const now = clock.now();
    // Given at the same time, so that a store may write both at once.
    const [queued] = await Promise.all([
      store.runs.revise(entry.runId, (run) => queuedWrites(run, now), { now }),
      store.outbox.settle(entry.entryId, { from: 'pending', to: 'done' }),
    ]);
    if (queued !== null) deps.changes.emit(entry.runId);
  }

  function queuedWrites(run: Run, now: number): readonly Write[] | null {
    const status = nextRunStatus(run.status, { type: 'enqueue' });
    if (status === run.status) return null;
    const event = {
      runId: run.runId,
      organizationId: run.organizationId,
      eventId: deps.makeId('ev'),
      blockRunId: null,
      label: null,
      at: now,
      type: 'run-status',
      status,
      failureReason: null,
    } as const;
    return [
      { type: 'run', patch: { status, queuedAt: now }, revision: run.revision },
      { type: 'timeline', event },
    ];
  }

  async function wake(entry: OutboxEntry): Promise<void> {
    const run = await store.runs.find(entry.runId);
    if (run !== null) await wakeWaitingRuns(deps, run);
    await store.outbox.settle(entry.entryId, { from: 'pending', to: 'done' });
  }

  async function recoverOne(entry: OutboxEntry): Promise<void> {
    const isMail = entry.type === 'mail';
    if ((isMail ? senders.mail : senders.webhook).has(entry.entryId)) return;
    if (!options.alone && clock.now() - entry.dueAt < senderLostMs) return;
    await (isMail ? settleLostMail(deps, entry) : settleInterruptedWebhook(deps, entry));
  }
}
