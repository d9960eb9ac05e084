import type { Store } from '@runwright/contract';
import { expect, it, onTestFinished } from 'vitest';
import { createTestEngine, storeUnderTest } from './test-engine.test-helpers.ts';

const masterKey = new Uint8Array(32).fill(7);

/** Engines of several processes on one empty store. */
function engines(store: Store, count: number) {
  const make = async () => {
    const engine = await createTestEngine({ drivers: { store }, settings: { masterKey } });
    onTestFinished(() => engine.close());
    return engine;
  };
  return Promise.all(Array.from({ length: count }, make));
}

it('processes that start at once on an empty store agree on one first organization and make one key', async () => {
  const store = storeUnderTest();
  const all = await engines(store, 4);
  const found = await Promise.all(all.map((engine) => engine.organizations.first()));
  expect(new Set(found.map((one) => one.organizationId)).size).toBe(1);
  expect(await store.organizations.list()).toEqual([found[0]]);

  const organizationId = found[0]?.organizationId ?? '';
  const made = await Promise.all(all.map((engine) => engine.keys.first(organizationId, { name: 'first' })));
  const keys = await store.apiKeys.list(organizationId);
  expect(keys).toHaveLength(1);
  expect(made.map(({ key }) => key)).toEqual(Array(4).fill(keys[0]));
  const [text, ...others] = made.flatMap((one) => one.text ?? []);
  expect(others).toEqual([]);
  expect(await all[0]?.keys.authenticate(text ?? '')).toMatchObject({ organizationId });
});

it('processes that make the same given key at once get one key, and none fails', async () => {
  const store = storeUnderTest();
  const all = await engines(store, 4);
  const { organizationId } = (await all[0]?.organizations.first()) ?? { organizationId: '' };
  const given = { name: 'RUNWRIGHT_API_KEY', text: 'rw_given_by_the_host' };
  const made = await Promise.all(all.map((engine) => engine.keys.create(organizationId, given)));
  expect(new Set(made.map(({ key }) => key.apiKeyId)).size).toBe(1);
  expect(await store.apiKeys.list(organizationId)).toHaveLength(1);
});

it('a revoked key does not count as the first one', async () => {
  const [engine] = await engines(storeUnderTest(), 1);
  const { organizationId } = (await engine?.organizations.first()) ?? { organizationId: '' };
  const one = await engine?.keys.first(organizationId, { name: 'one' });
  const two = await engine?.keys.create(organizationId, { name: 'two' });
  await engine?.keys.revoke(organizationId, one?.key.apiKeyId ?? '');
  expect(await engine?.keys.first(organizationId, { name: 'three' })).toEqual({ key: two?.key, text: null });
});
