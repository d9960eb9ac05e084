import { defineBlock, type Store, Type } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';

const noop = defineBlock({
  type: 'noop',
  config: Type.Object({}),
  output: Type.Null(),
  run: async () => null,
});

/** A store with so many queued runs, that outlives its engines and lists what is asked of it. */
async function storeWithQueuedRuns(count: number) {
  const memory = storeUnderTest();
  const calls: string[] = [];
  const listed = <Name extends keyof Store['runs']>(name: Name) =>
    ({
      [name]: (...args: never[]) => {
        calls.push(name);
        return (memory.runs[name] as (...all: never[]) => unknown)(...args);
      },
    }) as Pick<Store['runs'], Name>;
  const runs = { ...memory.runs, ...listed('claim'), ...listed('commit'), ...listed('unowned') };
  const store: Store = { ...memory, runs, close: async () => undefined };
  const engine = await createTestEngine({ blocks: [noop], drivers: { store }, settings: { concurrency: 0 } });
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ block_type: 'noop', label: 'only' }] },
  });
  for (let started = 0; started < count; started += 1) {
    await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  }
  await engine.close();
  calls.length = 0;
  return { store, calls, organizationId };
}

it('an engine that takes over writes nothing for runs that nobody held', async () => {
  const { store, calls } = await storeWithQueuedRuns(20);
  const engine = await createTestEngine({
    blocks: [noop],
    drivers: { store },
    settings: { takeOver: true, concurrency: 0 },
  });
  await engine.start();
  await engine.close();
  expect(calls).toEqual(['unowned']);
});

it('a sweep takes up every run, however many pages they are', async () => {
  const { store, calls, organizationId } = await storeWithQueuedRuns(1100);
  const engine = await createTestEngine({
    blocks: [noop],
    drivers: { store },
    settings: { concurrency: 50 },
  });
  await engine.start();
  const { items } = await engine.runs.list(organizationId, { pageSize: 1100 });
  for (const { runId } of items) await engine.runs.finished(organizationId, runId);
  expect(calls.filter((name) => name === 'unowned')).toHaveLength(2);
  expect(items).toHaveLength(1100);
  await engine.close();
});

it('a sweep deletes pushed codes whose time is over, and no others', async () => {
  const memory = storeUnderTest();
  const store: Store = { ...memory, close: async () => undefined };
  const clock = manualClock();
  const before = await createTestEngine({ drivers: { store, clock }, settings: { concurrency: 0 } });
  const { organizationId } = await before.organizations.first();
  const push = (content: string) =>
    before.oneTimeCodes.push(organizationId, { totp_identifier: 'ann', content });
  await push('111111');
  await clock.advance(300_000);
  const later = await push('222222');
  await clock.advance(300_000);
  await before.close();
  const engine = await createTestEngine({ drivers: { store, clock }, settings: { concurrency: 0 } });
  await engine.start();
  const { items } = await store.pushedCodes.list({ organizationId, page: 1, pageSize: 10 });
  expect(items.map(({ totpCodeId }) => totpCodeId)).toEqual([later.totpCodeId]);
  await engine.close();
});
