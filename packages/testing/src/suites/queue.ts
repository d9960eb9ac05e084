import type { Delivery, RunQueue } from '@runwright/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import { expectError } from './expect-error.ts';
import { manualQueueTime, ownQueueTime, type QueueTime } from './queue-time.ts';

/** How a queue keeps time. */
export interface QueueOptions {
  /**
   * The queue measures delays itself, as one on a server does. `patienceMs`: the longest time that it needs to deliver a run
   * that is due; the suite waits in steps of it, some 200 in all. Absent: it measures them by the clock that `open` gets.
   */
  readonly ownTime?: { readonly patienceMs: number };
}

/**
 * What every queue promises. Call it at the top of a driver's test file.
 *
 * @param name names the driver in the report
 * @param open opens an empty queue that measures delays by this clock, unless it keeps its own time; the suite closes it
 */
export function testQueue(
  name: string,
  open: (clock: ManualClock) => Promise<RunQueue>,
  { ownTime }: QueueOptions = {},
): void {
  describe(`${name} as a queue`, () => {
    let time: QueueTime;
    let queue: RunQueue;
    beforeEach(async () => {
      const clock = manualClock();
      time = ownTime ? ownQueueTime(ownTime.patienceMs) : manualQueueTime(clock);
      queue = await open(clock);
    });
    afterEach(() => queue.close());

    /** What a worker gets right now, or null. */
    async function take(): Promise<Delivery | null> {
      const leaving = new AbortController();
      const claim = queue.claim({ signal: leaving.signal });
      await Promise.race([time.pass(0), claim]);
      leaving.abort();
      return claim;
    }

    /** What a worker gets that waits as long as it has to. */
    async function taken(): Promise<Delivery> {
      const delivery = await (ownTime ? waitingClaim() : take());
      if (!delivery) throw new Error('The queue delivered no run.');
      return delivery;
    }

    /** Expects these runs in this order and nothing after them, and finishes each before the next claim. */
    async function drains(...runIds: readonly string[]): Promise<void> {
      for (const runId of runIds) {
        const delivery = await taken();
        expect(delivery.runId).toBe(runId);
        await delivery.done();
      }
      expect(await take()).toBeNull();
    }

    /** What the claim gets, which is nothing before this time. */
    async function dueAt(at: number, claim?: Promise<Delivery | null>): Promise<Delivery> {
      if (!ownTime) {
        await time.until(at - 1);
        expect(await take()).toBeNull();
        await time.until(at);
      }
      const delivery = await (claim ?? taken());
      if (!delivery) throw new Error('The queue delivered no run.');
      expect(time.now()).toBeGreaterThanOrEqual(at);
      return delivery;
    }

    const waitingClaim = () => queue.claim({ signal: new AbortController().signal });

    it('runs are delivered in the order in which they came, once', async () => {
      for (const runId of ['a', 'b', 'c']) await queue.enqueue(runId);
      await drains('a', 'b', 'c');
    });

    it('runs do not wait for each other', async () => {
      for (const runId of ['a', 'b', 'c']) await queue.enqueue(runId);
      const held = [await taken(), await taken(), await taken()];
      expect(held.map(({ runId }) => runId)).toEqual(['a', 'b', 'c']);
    });

    it('a claim waits for work', async () => {
      const claim = waitingClaim();
      await queue.enqueue('a');
      expect(await claim).toMatchObject({ runId: 'a', delivery: 1 });
    });

    it('a run is delivered to one of many claims', async () => {
      const leaving = new AbortController();
      const claims = [1, 2, 3].map(() => queue.claim({ signal: leaving.signal }));
      await queue.enqueue('a');
      await Promise.race([...claims, ...(ownTime ? [] : [time.pass(0)])]);
      leaving.abort();
      const deliveries = await Promise.all(claims);
      expect(deliveries.filter((delivery) => delivery !== null)).toHaveLength(1);
    });

    it('an aborted claim answers null and takes nothing', async () => {
      const leaving = new AbortController();
      const claim = queue.claim({ signal: leaving.signal });
      leaving.abort();
      expect(await claim).toBeNull();
      await queue.enqueue('a');
      expect(await queue.claim({ signal: leaving.signal })).toBeNull();
      await drains('a');
    });

    it('a run that waits already is not enqueued twice and keeps its place', async () => {
      await queue.enqueue('a');
      await queue.enqueue('b');
      await queue.enqueue('a');
      await drains('a', 'b');
    });

    it('a run that is enqueued again for an earlier time is delivered then, once', async () => {
      await queue.enqueue('a', { notBefore: time.at(5000) });
      await queue.enqueue('a', { notBefore: time.at(9000) });
      const at = time.at(1000);
      await queue.enqueue('a', { notBefore: at });
      await (await dueAt(at)).done();
      await time.pass(9000);
      expect(await take()).toBeNull();
    });

    it('a run that is done can be enqueued again', async () => {
      await queue.enqueue('a');
      await drains('a');
      await queue.enqueue('a');
      expect(await taken()).toMatchObject({ runId: 'a', delivery: 1 });
    });

    it('a held run is not delivered again, however long it is held', async () => {
      await queue.enqueue('a');
      await taken();
      await time.passLong();
      expect(await take()).toBeNull();
    });

    it('a run that is enqueued while it is held is delivered when it is done', async () => {
      await queue.enqueue('a');
      const delivery = await taken();
      await queue.enqueue('a');
      expect(await take()).toBeNull();
      await delivery.done();
      await drains('a');
      expect(await take()).toBeNull();
    });

    it('a waiting claim gets a run that was enqueued while it was held as soon as it is done', async () => {
      await queue.enqueue('a');
      const delivery = await taken();
      const claim = waitingClaim();
      await queue.enqueue('a');
      await delivery.done();
      expect(await claim).toMatchObject({ runId: 'a', delivery: 1 });
    });

    it('a run that is enqueued for a later time while it is held is delivered then', async () => {
      await queue.enqueue('a');
      const delivery = await taken();
      const at = time.at(1000);
      await queue.enqueue('a', { notBefore: at });
      await delivery.done();
      await (await dueAt(at)).done();
      await drains();
    });

    it('a run that is enqueued while it is held and then given back is delivered once, at the earlier time', async () => {
      await queue.enqueue('a');
      const first = await taken();
      await queue.enqueue('a', { notBefore: time.at(5000) });
      await first.release({ delayMs: 0 });
      const second = await taken();
      expect(second).toMatchObject({ runId: 'a', delivery: 2 });
      await queue.enqueue('a');
      await second.release({ delayMs: time.ms(5000) });
      await drains('a');
      await time.pass(5000);
      expect(await take()).toBeNull();
    });

    it('a run is not delivered before its time, and a waiting claim gets it then', async () => {
      const at = time.at(5000);
      await queue.enqueue('a', { notBefore: at });
      await queue.enqueue('b');
      const first = await taken();
      expect(first.runId).toBe('b');
      await first.done();
      expect(await dueAt(at, waitingClaim())).toMatchObject({ runId: 'a' });
    });

    it('delayed runs come in the order of their times', async () => {
      const at = [1000, 2000, 3000].map((delay) => time.at(delay)) as [number, number, number];
      await queue.enqueue('c', { notBefore: at[2] });
      await queue.enqueue('a', { notBefore: at[0] });
      await queue.enqueue('b', { notBefore: at[1] });
      for (const [index, runId] of ['a', 'b', 'c'].entries()) {
        const delivery = await dueAt(at[index] as number);
        expect(delivery.runId).toBe(runId);
        await delivery.done();
      }
    });

    it('a delayed run whose time has come goes before runs that were enqueued later', async () => {
      await queue.enqueue('a', { notBefore: time.at(1000) });
      await time.pass(2000);
      await queue.enqueue('b');
      await drains('a', 'b');
    });

    it('of the runs that are due the one with the highest priority comes first, then the one that came first', async () => {
      await queue.enqueue('low', { priority: -2_000_000_000 });
      await queue.enqueue('plain');
      await queue.enqueue('high', { priority: 2_000_000_000 });
      await queue.enqueue('also-plain', { priority: 0 });
      await drains('high', 'plain', 'also-plain', 'low');
    });

    it('a run of high priority does not hold back others before its time', async () => {
      const at = time.at(5000);
      await queue.enqueue('later', { notBefore: at, priority: 9 });
      await queue.enqueue('now', { priority: -9 });
      const first = await taken();
      expect(first.runId).toBe('now');
      await first.done();
      expect(await dueAt(at)).toMatchObject({ runId: 'later' });
    });

    it('a run that waits already keeps the higher of the two priorities', async () => {
      for (const runId of ['a', 'b', 'c']) await queue.enqueue(runId, { priority: 1 });
      await queue.enqueue('c', { priority: 2 });
      await queue.enqueue('a', { priority: -5 });
      await drains('c', 'a', 'b');
    });

    it('a released run keeps its priority, and one that was enqueued while it was held gets the higher one', async () => {
      await queue.enqueue('a', { priority: 5 });
      const first = await taken();
      await queue.enqueue('b', { priority: 3 });
      await first.release({ delayMs: 0 });
      const second = await taken();
      expect(second.runId).toBe('a');
      await queue.enqueue('a', { priority: 1 });
      await second.done();
      await drains('b', 'a');
    });

    it('a run that is released with a higher priority gets it, and one with a lower priority keeps its own', async () => {
      await queue.enqueue('a', { priority: -5 });
      await queue.enqueue('b', { priority: -6 });
      const deliveries = [await taken(), await taken()];
      await queue.enqueue('c', { priority: 3 });
      await deliveries[0]?.release({ delayMs: 0, priority: -9 });
      await deliveries[1]?.release({ delayMs: 0, priority: 9 });
      await drains('b', 'c', 'a');
    });

    it('a delivery that is over moves nothing any more', async () => {
      await queue.enqueue('a');
      const old = await taken();
      await old.release({ delayMs: 0 });
      const fresh = await taken();
      await old.done();
      await old.release({ delayMs: 0 });
      expect(await take()).toBeNull();
      await fresh.done();
      await fresh.release({ delayMs: 0 });
      expect(await take()).toBeNull();
    });

    it('a released run is delivered again after the delay', async () => {
      await queue.enqueue('a');
      const delivery = await taken();
      const at = time.at(1000);
      await delivery.release({ delayMs: time.ms(1000) });
      expect(await dueAt(at)).toMatchObject({ runId: 'a', delivery: 2 });
    });

    it('closing ends the waiting claims, and a closed queue takes no more runs', async () => {
      await queue.enqueue('a');
      const delivery = await taken();
      const claim = waitingClaim();
      await queue.close();
      expect(await claim).toBeNull();
      expect(await waitingClaim()).toBeNull();
      await delivery.release({ delayMs: 0 });
      await expectError(queue.enqueue('b'), 'conflict');
    });
  });
}
