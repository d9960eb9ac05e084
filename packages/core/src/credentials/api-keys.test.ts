import { expect, it } from 'vitest';
import { storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import { systemClock } from '../runtime/clock.ts';
import { createIds } from '../runtime/ids.ts';
import { createApiKeys } from './api-keys.ts';

function scene(store = storeUnderTest(), masterKey = new Uint8Array(32).fill(7)) {
  return createApiKeys({ store, masterKey, makeId: createIds(systemClock), now: systemClock.now });
}

it('a new key is rw_ and 43 characters, and says whose it is', async () => {
  const keys = scene();
  const { key, text } = await keys.create('o_1', { name: 'first' });
  expect(text).toMatch(/^rw_[A-Za-z0-9_-]{43}$/);
  expect(await keys.authenticate(text)).toEqual({
    organizationId: 'o_1',
    apiKeyId: key.apiKeyId,
    scopes: ['read', 'run'],
  });
  expect(await keys.authenticate(`${text}x`)).toBeNull();
  expect(key.prefix).toBe(text.slice(0, 8));
});

it('the stored key holds neither its text nor anything that shows it, and comes back under the master key', async () => {
  const store = storeUnderTest();
  const { key, text } = await scene(store).create('o_1', { name: 'first' });
  expect(JSON.stringify(key)).not.toContain(text);
  expect(Buffer.from(key.ciphertext, 'base64').toString('latin1')).not.toContain(text);
  expect(await scene(store).reveal('o_1', key.apiKeyId)).toBe(text);
  const stranger = scene(store, new Uint8Array(32).fill(8));
  await expect(stranger.reveal('o_1', key.apiKeyId)).rejects.toMatchObject({ code: 'internal' });
});

it('a key reads and runs unless other scopes are asked for, and the first key of an organization does everything', {
  tags: ['security'],
}, async () => {
  const keys = scene();
  expect((await keys.first('o_1', { name: 'first start' })).key.scopes).toEqual(['read', 'run', 'admin']);
  expect((await keys.create('o_1', { name: 'usual' })).key.scopes).toEqual(['read', 'run']);
  const { key } = await keys.create('o_1', { name: 'admin', scopes: ['admin', 'read'] });
  expect(key.scopes).toEqual(['read', 'admin']);
  expect((await keys.rotate('o_1', key.apiKeyId)).key.scopes).toEqual(['read', 'admin']);
});

it('a given text is taken as it is, once, and a poor one is refused', async () => {
  const keys = scene();
  const text = 'chosen-by-the-host-1';
  const first = await keys.create('o_1', { name: 'fixed', text });
  expect((await keys.create('o_1', { name: 'fixed', text })).key).toEqual(first.key);
  expect(await keys.list('o_1')).toHaveLength(1);
  await expect(keys.create('o_2', { name: 'fixed', text })).rejects.toMatchObject({ code: 'conflict' });
  await expect(keys.create('o_1', { name: 'short', text: 'short' })).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

it('a revoked key opens nothing but still signs what it started', async () => {
  const store = storeUnderTest();
  const keys = scene(store);
  const { key, text } = await keys.create('o_1', { name: 'first' });
  await store.apiKeys.put({ ...key, revokedAt: 1 });
  expect(await keys.authenticate(text)).toBeNull();
  expect(await keys.signing('o_1', key.apiKeyId)).toBe(text);
});

it('without an active key an organization signs with a key of its own, derived from the master key', async () => {
  const store = storeUnderTest();
  const keys = scene(store);
  const derived = await keys.signing('o_1', null);
  expect(derived).toMatch(/^rws_[\w-]{43}$/);
  expect(await scene(store).signing('o_1', null)).toBe(derived);
  expect(await keys.signing('o_2', null)).not.toBe(derived);
  expect(await keys.authenticate(derived)).toBeNull();
  const { text } = await keys.create('o_1', { name: 'first' });
  expect(await keys.signing('o_1', null)).toBe(text);
});

it('without a key of its own a run is signed by the oldest active one', async () => {
  const keys = scene();
  const first = await keys.create('o_1', { name: 'first' });
  await keys.create('o_1', { name: 'second' });
  expect(await keys.signing('o_1', null)).toBe(first.text);
});

it('a key of another organization is not found', async () => {
  const keys = scene();
  const { key } = await keys.create('o_1', { name: 'first' });
  await expect(keys.reveal('o_2', key.apiKeyId)).rejects.toMatchObject({ code: 'not_found' });
});

it('a key is revoked at once and for good, but never the last one', { tags: ['security'] }, async () => {
  const keys = scene();
  const first = await keys.create('o_1', { name: 'first' });
  const last = { code: 'conflict', message: expect.stringContaining('create another one first') };
  await expect(keys.revoke('o_1', first.key.apiKeyId)).rejects.toMatchObject(last);
  const second = await keys.create('o_1', { name: 'second' });
  const third = await keys.create('o_1', { name: 'third' });

  const revoked = await keys.revoke('o_1', first.key.apiKeyId);
  expect(revoked.revokedAt).not.toBeNull();
  expect(await keys.revoke('o_1', first.key.apiKeyId)).toEqual(revoked);
  expect(await keys.authenticate(first.text)).toBeNull();
  await expect(keys.create('o_1', { name: 'again', text: first.text })).rejects.toMatchObject({
    code: 'conflict',
  });
  const both = await Promise.allSettled([second, third].map(({ key }) => keys.revoke('o_1', key.apiKeyId)));
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await expect(keys.revoke('o_2', third.key.apiKeyId)).rejects.toMatchObject({ code: 'not_found' });
});
