import type { Lease, RunQueue } from '@runwright/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import { expectError } from './expect-error.ts';

const leaseMs = 1000;

/**
 * What every queue promises. Call it at the top of a driver's test file.
 *
 * @param name names the driver in the report
 * @param open opens an empty queue that measures leases and delays by this clock; the suite closes it
 */
export function testQueue(name: string, open: (clock: ManualClock) => Promise<RunQueue>): void {
  describe(`${name} as a queue`, () => {
    let clock: ManualClock;
    let queue: RunQueue;
    beforeEach(async () => {
      clock = manualClock();
      queue = await open(clock);
    });
    afterEach(() => queue.close());

    /** What a worker gets right now, or null. */
    async function take(worker = 'worker-1'): Promise<Lease | null> {
      const leaving = new AbortController();
      const claim = queue.claim({ worker, leaseMs, signal: leaving.signal });
      await clock.advance(0);
      leaving.abort();
      return claim;
    }

    async function taken(worker?: string): Promise<Lease> {
      const lease = await take(worker);
      if (!lease) throw new Error('The queue delivered no run.');
      return lease;
    }

    /** Claims and finishes until nothing is left. */
    async function drain(): Promise<readonly string[]> {
      const order: string[] = [];
      for (let lease = await take(); lease; lease = await take()) {
        order.push(lease.runId);
        await lease.done();
      }
      return order;
    }

    it('runs are delivered in the order in which they came, once', async () => {
      for (const runId of ['a', 'b', 'c']) await queue.enqueue(runId);
      expect(await drain()).toEqual(['a', 'b', 'c']);
    });

    it('a claim waits for work', async () => {
      const claim = queue.claim({ worker: 'worker-1', leaseMs, signal: new AbortController().signal });
      await queue.enqueue('a');
      expect(await claim).toMatchObject({ runId: 'a', delivery: 1 });
    });

    it('a run is delivered to one of many claims', async () => {
      const leaving = new AbortController();
      const claims = ['worker-1', 'worker-2', 'worker-3'].map((worker) =>
        queue.claim({ worker, leaseMs, signal: leaving.signal }),
      );
      await queue.enqueue('a');
      await clock.advance(0);
      leaving.abort();
      const leases = await Promise.all(claims);
      expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
    });

    it('an aborted claim answers null and takes nothing', async () => {
      const leaving = new AbortController();
      const claim = queue.claim({ worker: 'worker-1', leaseMs, signal: leaving.signal });
      leaving.abort();
      expect(await claim).toBeNull();
      await queue.enqueue('a');
      expect(await queue.claim({ worker: 'worker-1', leaseMs, signal: leaving.signal })).toBeNull();
      expect(await drain()).toEqual(['a']);
    });

    it('a run that waits already is not enqueued twice', async () => {
      await queue.enqueue('a');
      await queue.enqueue('b');
      await queue.enqueue('a', { priority: 9 });
      expect(await drain()).toEqual(['a', 'b']);
    });

    it('a run that is enqueued again for an earlier time is delivered then, once', async () => {
      await queue.enqueue('a', { notBefore: clock.now() + 5000 });
      await queue.enqueue('a', { notBefore: clock.now() + 9000 });
      await queue.enqueue('a', { notBefore: clock.now() + 1000 });
      await clock.advance(999);
      expect(await take()).toBeNull();
      await clock.advance(1);
      expect(await drain()).toEqual(['a']);
      await clock.advance(9000);
      expect(await take()).toBeNull();
    });

    it('a run that is done can be enqueued again', async () => {
      await queue.enqueue('a');
      await drain();
      await queue.enqueue('a');
      expect(await taken()).toMatchObject({ runId: 'a', delivery: 1 });
    });

    it('a run that is enqueued while it is held is delivered when it is done', async () => {
      await queue.enqueue('a');
      const lease = await taken();
      await queue.enqueue('a');
      expect(await take()).toBeNull();
      await lease.done();
      expect(await drain()).toEqual(['a']);
    });

    it('a run that is enqueued while it is held and then given back is delivered once', async () => {
      await queue.enqueue('a');
      const lease = await taken();
      await queue.enqueue('a', { notBefore: clock.now() + 5000 });
      await lease.release({ delayMs: 0 });
      expect(await drain()).toEqual(['a']);
      await clock.advance(5000);
      expect(await take()).toBeNull();
    });

    it('a higher priority goes first', async () => {
      await queue.enqueue('low', { priority: -1 });
      await queue.enqueue('a');
      await queue.enqueue('high', { priority: 1 });
      await queue.enqueue('b');
      expect(await drain()).toEqual(['high', 'a', 'b', 'low']);
    });

    it('runs of one key go one at a time, in order', async () => {
      for (const runId of ['a', 'b', 'c']) await queue.enqueue(runId, { key: 'k' });
      const first = await taken();
      expect(first.runId).toBe('a');
      expect(await take()).toBeNull();
      await first.done();
      const second = await taken();
      expect(second.runId).toBe('b');
      expect(await take()).toBeNull();
    });

    it('priority does not change the order of one key', async () => {
      await queue.enqueue('a', { key: 'k' });
      await queue.enqueue('b', { key: 'k', priority: 9 });
      expect(await drain()).toEqual(['a', 'b']);
    });

    it('different keys and runs without one do not wait for each other', async () => {
      await queue.enqueue('a', { key: 'k' });
      await queue.enqueue('b', { key: 'l' });
      await queue.enqueue('c');
      await queue.enqueue('d');
      const leases = [await taken(), await taken(), await taken(), await taken()];
      expect(leases.map((lease) => lease.runId)).toEqual(['a', 'b', 'c', 'd']);
    });

    it('a run of a key that is given back keeps its place, and those behind it wait', async () => {
      await queue.enqueue('a', { key: 'k' });
      await queue.enqueue('b', { key: 'k' });
      await (await taken()).release({ delayMs: 500 });
      expect(await take()).toBeNull();
      await clock.advance(500);
      expect(await drain()).toEqual(['a', 'b']);
    });

    it('a run of a key that is enqueued again while it is held keeps its place', async () => {
      await queue.enqueue('a', { key: 'k' });
      await queue.enqueue('b', { key: 'k' });
      const lease = await taken();
      await queue.enqueue('a', { key: 'k', notBefore: clock.now() + 500 });
      await lease.done();
      expect(await take()).toBeNull();
      await clock.advance(500);
      expect(await drain()).toEqual(['a', 'b']);
    });

    it('many runs over few keys never overlap and keep their order', async () => {
      const keys = ['k', 'l', 'm'];
      const runs = Array.from({ length: 30 }, (_, index) => `${keys[index % 3]}${index}`);
      for (const runId of runs) await queue.enqueue(runId, { key: runId.slice(0, 1) });
      const held = new Map<string, Lease>();
      const seen: string[] = [];
      while (seen.length < runs.length) {
        for (let lease = await take(); lease; lease = await take()) {
          const key = lease.runId.slice(0, 1);
          expect(held.has(key), `two runs of key ${key} at once`).toBe(false);
          held.set(key, lease);
          seen.push(lease.runId);
        }
        expect(held.size, 'every key has a run').toBeGreaterThan(0);
        for (const lease of held.values()) await lease.done();
        held.clear();
      }
      for (const key of keys) {
        expect(seen.filter((runId) => runId.startsWith(key))).toEqual(
          runs.filter((runId) => runId.startsWith(key)),
        );
      }
    });

    it('a run for a named worker is given to that worker alone', async () => {
      await queue.enqueue('a', { worker: 'worker-2' });
      await queue.enqueue('b');
      expect(await taken('worker-1')).toMatchObject({ runId: 'b' });
      expect(await take('worker-1')).toBeNull();
      expect(await taken('worker-2')).toMatchObject({ runId: 'a' });
    });

    it('a run is not delivered before its time, and a waiting claim gets it then', async () => {
      await queue.enqueue('a', { notBefore: clock.now() + 5000 });
      await queue.enqueue('b');
      expect(await drain()).toEqual(['b']);
      const claim = queue.claim({ worker: 'worker-1', leaseMs, signal: new AbortController().signal });
      await clock.advance(4999);
      expect(await take('worker-2')).toBeNull();
      await clock.advance(1);
      expect(await claim).toMatchObject({ runId: 'a' });
    });

    it('delayed runs come in the order of their times', async () => {
      const now = clock.now();
      await queue.enqueue('c', { notBefore: now + 3000 });
      await queue.enqueue('a', { notBefore: now + 1000 });
      await queue.enqueue('b', { notBefore: now + 2000 });
      const order: string[] = [];
      for (let second = 1; second <= 3; second++) {
        await clock.advance(1000);
        order.push(...(await drain()));
      }
      expect(order).toEqual(['a', 'b', 'c']);
    });

    it('a lease that is not extended is lost, and its run is delivered again', async () => {
      await queue.enqueue('a');
      const lost = await taken('worker-1');
      await clock.advance(leaseMs - 1);
      expect(lost.lost.aborted).toBe(false);
      expect(await take('worker-2')).toBeNull();
      await clock.advance(1);
      expect(lost.lost.aborted).toBe(true);
      expect(lost.lost.reason).toMatchObject({ code: 'lease_lost' });
      expect(await taken('worker-2')).toMatchObject({ runId: 'a', delivery: 2 });
    });

    it('an extended lease is kept', async () => {
      await queue.enqueue('a');
      const lease = await taken();
      for (let renewal = 0; renewal < 5; renewal++) {
        await clock.advance(leaseMs - 1);
        await lease.extend();
      }
      expect(lease.lost.aborted).toBe(false);
      expect(await take('worker-2')).toBeNull();
      await lease.done();
      expect(await take('worker-2')).toBeNull();
    });

    it('a worker that lost its lease cannot extend it and disturbs nobody', async () => {
      await queue.enqueue('a', { key: 'k' });
      await queue.enqueue('b', { key: 'k' });
      const old = await taken('worker-1');
      await clock.advance(leaseMs);
      const fresh = await taken('worker-2');
      await expectError(old.extend(), 'lease_lost');
      await old.done();
      await old.release({ delayMs: 0 });
      expect(await take('worker-3')).toBeNull();
      expect(fresh.lost.aborted).toBe(false);
      await fresh.done();
      expect(await drain()).toEqual(['b']);
    });

    it('a finished lease is not lost later', async () => {
      await queue.enqueue('a');
      const lease = await taken();
      await lease.done();
      await lease.done();
      await clock.advance(leaseMs * 2);
      expect(lease.lost.aborted).toBe(false);
      expect(await take()).toBeNull();
    });

    it('a released run is delivered again after the delay', async () => {
      await queue.enqueue('a');
      await (await taken()).release({ delayMs: 700 });
      await clock.advance(699);
      expect(await take()).toBeNull();
      await clock.advance(1);
      expect(await taken()).toMatchObject({ runId: 'a', delivery: 2 });
    });

    it('closing ends the waiting claims', async () => {
      const claim = queue.claim({ worker: 'worker-1', leaseMs, signal: new AbortController().signal });
      await queue.close();
      expect(await claim).toBeNull();
      expect(
        await queue.claim({ worker: 'worker-1', leaseMs, signal: new AbortController().signal }),
      ).toBeNull();
    });
  });
}
