import type { OutboxEntry, Run, Write } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import { deliverMail, settleLostMail } from '../runs/deliver-mail.ts';
import { wakeWaitingRuns } from '../runs/wake-run.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { deliverWebhook, settleInterruptedWebhook } from '../webhooks/deliver-webhook.ts';

/** After this an entry that stands in `sending` has lost its sender: far more than a delivery may take. */
const senderLostMs = 60_000;

/** Entries that are relayed at once. */
const atOnce = 64;

/** Processes committed outbox entries: runs to the queue, ends to their webhooks, mails to people. */
export interface Outbox {
  /** Looks for entries that are due. Resolves when enqueues are done, and webhooks and mails are under way. */
  relay(): Promise<void>;
  /** Resolves when every webhook and mail under way has been decided. */
  idle(): Promise<void>;
}

/** An outbox over the store. `alone`: no other process serves this store, so every sender that is not here is gone. */
export function createOutbox(deps: EngineDeps, options: { readonly alone: boolean }): Outbox {
  const { store, clock } = deps;
  const sending = new Map<string, Promise<void>>();
  let relaying: Promise<void> | null = null;
  let again = false;

  return {
    relay() {
      again = true;
      relaying ??= relayAll().finally(() => {
        relaying = null;
      });
      return relaying;
    },
    async idle() {
      await Promise.allSettled(sending.values());
    },
  };

  async function relayAll(): Promise<void> {
    while (again) {
      again = false;
      const entries = await store.outbox.due({ now: clock.now(), limit: 1000 });
      for (let at = 0; at < entries.length; at += atOnce) {
        await yieldToEventLoop(clock);
        // Enqueued in the order of the entries; what they write shares transactions.
        await Promise.all(entries.slice(at, at + atOnce).map(relayOne));
      }
    }
  }

  async function relayOne(entry: OutboxEntry): Promise<void> {
    if (entry.type === 'enqueue') return enqueue(entry);
    if (entry.type === 'wake') return wake(entry);
    if (sending.has(entry.entryId)) return;
    const work = entry.status === 'pending' ? begin(entry) : recover(entry);
    const tracked = work.catch(() => undefined).finally(() => sending.delete(entry.entryId));
    sending.set(entry.entryId, tracked);
  }

  /** The status follows the queue, and a worker that was faster needs no telling. */
  async function enqueue(entry: OutboxEntry): Promise<void> {
    await deps.queue.enqueue(entry.runId);
    const now = clock.now();
    // Given at the same time, so that a store may write both at once.
    const [queued] = await Promise.all([
      store.runs.revise(entry.runId, (run) => queuedWrites(run, now), { now }),
      store.outbox.settle(entry.entryId, { from: 'pending', to: 'done' }),
    ]);
    if (queued !== null) deps.changes.emit(entry.runId);
  }

  function queuedWrites(run: Run, now: number): readonly Write[] | null {
    if (run.status !== 'created') return null;
    const event = {
      runId: run.runId,
      organizationId: run.organizationId,
      eventId: deps.makeId('ev'),
      blockRunId: null,
      label: null,
      at: now,
      type: 'run-status',
      status: 'queued',
      failureReason: null,
    } as const;
    return [
      { type: 'run', patch: { status: 'queued', queuedAt: now }, revision: run.revision },
      { type: 'timeline', event },
    ];
  }

  async function wake(entry: OutboxEntry): Promise<void> {
    const run = await store.runs.find(entry.runId);
    if (run !== null) await wakeWaitingRuns(deps, run);
    await store.outbox.settle(entry.entryId, { from: 'pending', to: 'done' });
  }

  async function begin(entry: OutboxEntry): Promise<void> {
    if (!(await store.outbox.settle(entry.entryId, { from: 'pending', to: 'sending' }))) return;
    if (entry.type === 'mail') await deliverMail(deps, entry);
    else await deliverWebhook(deps, entry);
  }

  async function recover(entry: OutboxEntry): Promise<void> {
    if (entry.type === 'mail') {
      if (!options.alone && clock.now() - entry.dueAt < senderLostMs) return;
      return settleLostMail(deps, entry);
    }
    if (!options.alone) {
      const deliveries = await store.deliveries.list(entry.organizationId, entry.runId);
      const delivery = deliveries.find((row) => row.deliveryId === entry.payload.delivery_id);
      if (clock.now() - (delivery?.createdAt ?? entry.dueAt) < senderLostMs) return;
    }
    await settleInterruptedWebhook(deps, entry);
  }
}
