import { defineBlock, type Fence, type Run, type Store, Type } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import type { EngineSettings } from '../api/engine-options.ts';
import { createTestEngine, storeUnderTest } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

const keptStore = (): Store => ({ ...storeUnderTest(), close: async () => undefined });

/** A block that intends a side effect and then does what it is told in this process. */
function payer(then: 'hang' | 'return') {
  const paid: number[] = [];
  const block = defineBlock({
    type: 'pay',
    config: Type.Object({
      effect: Type.Boolean({ default: true }),
      again: Type.Boolean({ default: false }),
    }),
    onWorkerLost: ({ again }) => (again === true ? 'repeat' : 'guard'),
    output: Type.Object({ attempt: Type.Integer() }),
    async run({ effect }, { attempt, fetch, signal }) {
      paid.push(attempt);
      if (effect) await fetch('http://shop.test/pay', { method: 'POST' }).catch(() => undefined);
      signal.throwIfAborted();
      if (then === 'hang')
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return { attempt };
    },
  });
  return { paid, block };
}

async function engineWith(
  store: Store,
  block: ReturnType<typeof payer>['block'],
  settings: EngineSettings = {},
  clock = manualClock(),
) {
  const egress = { check: async () => Promise.reject(new Error('there is no network here')) };
  const engine = await createTestEngine({ blocks: [block], drivers: { store, egress, clock }, settings });
  open.push(engine);
  return engine;
}

/** Begins a run of one block in a process that dies while the block runs. */
async function beginAndDie(
  store: Store,
  node: object = {},
  request: object = {},
): Promise<{ organizationId: string; runId: string }> {
  const { block } = payer('hang');
  const engine = await engineWith(store, block);
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Pay',
    workflow_definition: { parameters: [], blocks: [{ block_type: 'pay', label: 'p', ...node }] },
  });
  const { runId } = await engine.runs.start(
    { workflow_id: workflowPermanentId, ...request },
    { organizationId },
  );
  await untilAttempt(engine, store, organizationId, runId, 1);
  await engine.close();
  return { organizationId, runId };
}

/** Waits until the attempt has begun and, when it has one, until its effect is marked. */
async function untilAttempt(
  engine: Engine,
  store: Store,
  organizationId: string,
  runId: string,
  attempt: number,
) {
  for await (const _event of engine.runs.events(organizationId, runId)) {
    const row = (await store.attempts.read(runId)).find((row) => row.attempt === attempt);
    if (row?.status === 'running') break;
  }
  const node = Object((await store.runs.find(runId)) as Run);
  return node;
}

async function finishNext(store: Store, organizationId: string, runId: string) {
  const next = payer('return');
  const engine = await engineWith(store, next.block, { takeOver: true });
  await engine.start();
  return { run: await engine.runs.finished(organizationId, runId), paid: next.paid };
}

it('an attempt that was lost before any side effect is executed again, as the next attempt', async () => {
  const store = keptStore();
  const { organizationId, runId } = await beginAndDie(store, { effect: false });
  const { run, paid } = await finishNext(store, organizationId, runId);
  expect(run.status).toBe('completed');
  expect(paid).toEqual([2]);
  expect((await store.attempts.read(runId)).map((row) => row.status)).toEqual(['lost', 'completed']);
});

it('a recording of a run that lost a worker is not given out, because a part of it may be missing', async () => {
  const store = keptStore();
  const { organizationId, runId } = await beginAndDie(store, { effect: false }, { record_for_replay: true });
  await finishNext(store, organizationId, runId);
  await expect
    .poll(() =>
      open
        .at(-1)
        ?.runs.cassette(organizationId, runId)
        .catch((error: unknown) => error),
    )
    .toMatchObject({ code: 'not_found', message: expect.stringContaining('is not whole') });
});

it('an attempt that was lost after a side effect is not repeated, and the block fails', async () => {
  const store = keptStore();
  const { organizationId, runId } = await beginAndDie(store);
  await markEffect(store, runId);
  const { run, paid } = await finishNext(store, organizationId, runId);
  expect(paid).toEqual([]);
  expect(run).toMatchObject({
    status: 'failed',
    failureCategory: 'worker',
    errors: [{ error_code: 'worker_lost', block_label: 'p' }],
  });
});

it('a type of block may say by its members that a lost one is repeated', async () => {
  const store = keptStore();
  const { organizationId, runId } = await beginAndDie(store, { again: true });
  await markEffect(store, runId);
  const { run, paid } = await finishNext(store, organizationId, runId);
  expect(paid).toEqual([2]);
  expect(run.status).toBe('completed');
});

it('a definition may say that a lost block is repeated all the same, or never', async () => {
  const repeated = keptStore();
  const first = await beginAndDie(repeated, { on_worker_lost: 'repeat' });
  await markEffect(repeated, first.runId);
  expect((await finishNext(repeated, first.organizationId, first.runId)).run.status).toBe('completed');
  const never = keptStore();
  const second = await beginAndDie(never, { effect: false, on_worker_lost: 'fail' });
  expect((await finishNext(never, second.organizationId, second.runId)).run.status).toBe('failed');
});

it('the third worker that is lost in one block fails it', async () => {
  const store = keptStore();
  const { organizationId, runId } = await beginAndDie(store, { effect: false });
  for (const attempt of [2, 3]) {
    const engine = await engineWith(store, payer('hang').block, { takeOver: true });
    await engine.start();
    await untilAttempt(engine, store, organizationId, runId, attempt);
    await engine.close();
  }
  const { run, paid } = await finishNext(store, organizationId, runId);
  expect(paid).toEqual([]);
  expect(run).toMatchObject({ status: 'failed', failureCategory: 'worker' });
});

it('a run that was open when its process died twice fails and is not tried a third time', {
  tags: ['security'],
}, async () => {
  const store = keptStore();
  const { organizationId, runId } = await beginAndDie(store, { effect: false });
  for (const [index, then] of (['hang', 'return'] as const).entries()) {
    // A process that dies releases nothing: the next one takes the run over, with its count.
    await store.runs.claim(runId, { owner: `dead-${index}`, leaseMs: 3_600_000, now: manualClock().now() });
    const next = payer(then);
    const engine = await engineWith(store, next.block, { takeOver: true });
    await engine.start();
    if (then === 'hang') await untilAttempt(engine, store, organizationId, runId, index + 2);
    else {
      const run = await engine.runs.finished(organizationId, runId);
      expect(next.paid).toEqual([]);
      expect(run).toMatchObject({
        status: 'failed',
        failureCategory: 'worker',
        failureReason: expect.stringContaining('died at least 2 times'),
        errors: [{ error_code: 'worker_lost', block_label: null }],
      });
    }
    await engine.close();
  }
  expect(await store.runs.unowned({ now: Number.MAX_SAFE_INTEGER, limit: 10 })).toEqual([]);
});

it('a worker that only stood still does not count as one that died', async () => {
  const clock = manualClock();
  const store = keptStore();
  const { organizationId, runId } = await beginAndDie(store, { effect: false });
  for (const owner of ['slow-1', 'slow-2'])
    await store.runs.release(runId, await loseRun(store, clock, runId, owner));
  const next = payer('return');
  const engine = await engineWith(store, next.block, { takeOver: true }, clock);
  await engine.start();
  expect(await engine.runs.finished(organizationId, runId)).toMatchObject({ status: 'completed' });
});

it('a process that lost a run twice has died once at most', { tags: ['security'] }, async () => {
  const clock = manualClock();
  const store = keptStore();
  const { organizationId, runId } = await beginAndDie(store, { effect: false });
  for (const owner of ['slow/1', 'slow/2']) await loseRun(store, clock, runId, owner);
  const next = payer('return');
  const engine = await engineWith(store, next.block, { takeOver: true }, clock);
  await engine.start();
  expect(await engine.runs.finished(organizationId, runId)).toMatchObject({ status: 'completed' });
});

it('a worker that returns after a block was completed does not count as one that died', {
  tags: ['security'],
}, async () => {
  const clock = manualClock();
  const store = keptStore();
  const { organizationId, runId } = await beginAndDie(store, { effect: false });
  for (const owner of ['slow-1', 'slow-2', 'slow-3']) {
    const fence = await loseRun(store, clock, runId, owner);
    await completeBlock(store, runId);
    await store.runs.release(runId, fence);
  }
  for (const owner of ['dead-1', 'dead-2']) {
    await loseRun(store, clock, runId, owner);
    await completeBlock(store, runId);
  }
  const next = payer('return');
  const engine = await engineWith(store, next.block, { takeOver: true }, clock);
  await engine.start();
  expect(await engine.runs.finished(organizationId, runId)).toMatchObject({ status: 'completed' });
  expect(next.paid).toHaveLength(1);
});

it('without take-over a run goes on when the lease of its dead worker is over', async () => {
  const clock = manualClock();
  const store = keptStore();
  const { organizationId, runId } = await beginAndDie(store, { effect: false });
  await store.runs.claim(runId, { owner: 'dead', leaseMs: 30_000, now: clock.now() });
  const next = payer('return');
  const engine = await engineWith(store, next.block, { sweepMs: 1000 }, clock);
  await engine.start();
  await clock.advance(29_000);
  expect(next.paid).toEqual([]);
  await clock.advance(3000);
  expect((await engine.runs.finished(organizationId, runId)).status).toBe('completed');
});

it('a worker that lost its lease stops and writes nothing more', async () => {
  const clock = manualClock();
  const store = keptStore();
  const { block } = payer('hang');
  const stale = await engineWith(store, block, {}, clock);
  const { organizationId } = await stale.organizations.first();
  await stale.start();
  const { workflowPermanentId } = await stale.workflows.create(organizationId, {
    title: 'Pay',
    workflow_definition: { parameters: [], blocks: [{ block_type: 'pay', label: 'p', effect: false }] },
  });
  const { runId } = await stale.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await untilAttempt(stale, store, organizationId, runId, 1);
  // Another worker takes the run, as if this one had been stopped for longer than its lease.
  await store.runs.claim(runId, { owner: 'other', leaseMs: 3_600_000, now: clock.now() + 60_000 });
  const before = await store.timeline.read(runId, { limit: 100 });
  await clock.advance(20_000);
  await stale.close();
  expect(await store.timeline.read(runId, { limit: 100 })).toEqual(before);
  expect((await store.attempts.read(runId)).map((row) => row.status)).toEqual(['running']);
  const third = { owner: 'third', leaseMs: 1000, now: clock.now() + 4 * 3_600_000 };
  expect(await store.runs.claim(runId, third)).toMatchObject({ lostWorkers: 2, returnedWorkers: 1 });
});

it('a cancel by another process reaches the block within a second', async () => {
  const clock = manualClock();
  const store = keptStore();
  const worker = await engineWith(store, payer('hang').block, {}, clock);
  const { organizationId } = await worker.organizations.first();
  await worker.start();
  const { workflowPermanentId } = await worker.workflows.create(organizationId, {
    title: 'Pay',
    workflow_definition: { parameters: [], blocks: [{ block_type: 'pay', label: 'p', effect: false }] },
  });
  const { runId } = await worker.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await untilAttempt(worker, store, organizationId, runId, 1);
  const other = await engineWith(store, payer('return').block, { concurrency: 0 }, clock);
  await other.runs.cancel(organizationId, runId);
  await clock.advance(1000);
  const run = await worker.runs.get(organizationId, runId);
  expect(run.status).toBe('canceled');
  expect((await store.attempts.read(runId)).map((row) => row.status)).toEqual(['canceled']);
  // The only worker loop is free again: the next run is executed.
  expect((await worker.health()).workers).toBe(2);
});

/** Claims a run for an owner that is lost then. Returns its fence. */
async function loseRun(
  store: Store,
  clock: ReturnType<typeof manualClock>,
  runId: string,
  owner: string,
): Promise<Fence> {
  const claimed = await store.runs.claim(runId, { owner, leaseMs: 1000, now: clock.now() });
  if (!claimed) throw new Error('the run is not free');
  await clock.advance(2000);
  await store.runs.endExpiredLeases({ now: clock.now(), limit: 10 });
  return claimed.fence;
}

/** Writes the end of a block, and takes it back: only the progress is left. */
async function completeBlock(store: Store, runId: string): Promise<void> {
  const attempt = (await store.attempts.read(runId)).at(-1);
  if (!attempt) throw new Error('nothing began');
  for (const row of [{ ...attempt, status: 'completed' } as const, attempt])
    await store.runs.commit(runId, [{ type: 'attempt', attempt: row }], null, { now: Date.now() });
}

/** What a worker writes before a side effect; here after its death, so that the moment of death does not matter. */
async function markEffect(store: Store, runId: string): Promise<void> {
  const run = await store.runs.find(runId);
  const attempt = (await store.attempts.read(runId)).at(-1);
  if (!run || !attempt) throw new Error('nothing began');
  const writes = [{ type: 'attempt', attempt: { ...attempt, effect: true } } as const];
  await store.runs.commit(runId, writes, null, { now: Date.now() });
}

it('a run whose worker died goes on when 1.25 leases have passed, long before the sweep', async () => {
  const store = keptStore();
  const clock = manualClock();
  const { block, paid } = payer('return');
  const settings = { leaseMs: 8000, sweepMs: 24 * 3_600_000 };
  const front = await engineWith(store, block, { ...settings, concurrency: 0 }, clock);
  const { organizationId } = await front.organizations.first();
  const { workflowPermanentId } = await front.workflows.create(organizationId, {
    title: 'Pay',
    workflow_definition: { parameters: [], blocks: [{ block_type: 'pay', label: 'p' }] },
  });
  const { runId } = await front.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const worker = await engineWith(store, block, settings, clock);
  expect(await store.runs.claim(runId, { owner: 'dead', leaseMs: 8000, now: clock.now() })).not.toBeNull();
  await worker.start();
  await clock.advance(7999);
  expect(paid).toEqual([]);
  await clock.advance(2001);
  expect(await worker.runs.finished(organizationId, runId)).toMatchObject({ status: 'completed' });
});
