import type { ApiKey } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { memoryStore } from '../local-drivers/memory-store.ts';
import { createIds } from '../runtime/ids.ts';
import { createApiKeys } from './api-keys.ts';

/** Two processes on one store, and how often keys are read. */
async function scene() {
  const clock = manualClock();
  const store = memoryStore();
  const found = { reads: 0, isAway: false };
  const apiKeys: typeof store.apiKeys = {
    ...store.apiKeys,
    async get(...key) {
      found.reads += 1;
      if (found.isAway) throw new Error('the store is away');
      return store.apiKeys.get(...key);
    },
  };
  const process = () =>
    createApiKeys({
      ...{ store: { ...store, apiKeys }, masterKey: new Uint8Array(32), makeId: createIds(clock) },
      ...{ now: clock.now, sleep: clock.sleep },
    });
  const [here, other] = [process(), process()];
  await here.create('o_1', { name: 'another' });
  const { key } = await here.create('o_1', { name: 'followed', expiresAt: clock.now() + 60_000 });
  const put = (change: Partial<ApiKey>) => store.apiKeys.put({ ...key, ...change });
  return { clock, here, other, key, put, found };
}

it('a key that this process revokes or replaces ends at once what relies on it', async () => {
  const { here, key } = await scene();
  const { ended } = here.watch(key, ['read']);
  expect(ended.aborted).toBe(false);
  await here.revoke('o_1', key.apiKeyId);
  expect(ended.aborted).toBe(true);
  const { key: next } = await here.create('o_1', { name: 'next' });
  const replaced = here.watch(next, ['read']);
  await here.rotate('o_1', next.apiKeyId);
  expect(replaced.ended.aborted).toBe(true);
});

it('a key that another process revokes ends here within a second', async () => {
  const { here, other, key, clock } = await scene();
  const { ended } = here.watch(key, ['read']);
  await other.revoke('o_1', key.apiKeyId);
  expect(ended.aborted).toBe(false);
  await clock.advance(999);
  expect(ended.aborted).toBe(true);
});

it('a key that expires ends, and one that is narrowed ends only what needs the scope that it lost', async () => {
  const { here, key, put, clock } = await scene();
  const [reads, runs] = [here.watch(key, ['read']), here.watch(key, ['read', 'run'])];
  await put({ scopes: ['read'] });
  await clock.advance(999);
  expect([reads.ended.aborted, runs.ended.aborted]).toEqual([false, true]);
  await clock.advance(60_000);
  expect(reads.ended.aborted).toBe(true);
});

it('a key is read once for all that relies on it, and by nobody when nothing does', async () => {
  const { here, key, clock, found } = await scene();
  const watches = Array.from({ length: 50 }, () => here.watch(key, ['read']));
  await clock.advance(7500);
  expect(found.reads).toBe(10);
  for (const { stop } of watches) stop();
  await clock.advance(7500);
  expect(found.reads).toBe(10);
});

it('a store that is away for a moment ends nothing, and for 10 seconds everything', async () => {
  const { here, key, clock, found } = await scene();
  const { ended } = here.watch(key, ['read']);
  found.isAway = true;
  await clock.advance(9000);
  found.isAway = false;
  await clock.advance(1500);
  found.isAway = true;
  await clock.advance(9000);
  expect(ended.aborted).toBe(false);
  await clock.advance(3000);
  expect(ended.aborted).toBe(true);
});

it('a caller that the host authenticated has no key that could end', async () => {
  const { here } = await scene();
  expect(here.watch({ organizationId: 'o_1', apiKeyId: null }, ['run']).ended.aborted).toBe(false);
  expect(await here.allows({ organizationId: 'o_1', apiKeyId: null }, ['run'])).toBe(true);
});
