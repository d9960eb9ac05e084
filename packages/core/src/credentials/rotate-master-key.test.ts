import { expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import { createStoredStates } from '../browser/stored-states.ts';
import { bindMasterKey, isMasterKeyOf } from './check-master-key.ts';
import { rotateMasterKey } from './rotate-master-key.ts';
import { createStoredCiphers } from './stored-ciphers.ts';

const from = new Uint8Array(32).fill(1);
const to = new Uint8Array(32).fill(2);

async function scene() {
  const kept = storeUnderTest();
  // An engine closes its store; this one is looked at afterwards.
  const store = { ...kept, close: async () => undefined };
  const engine = await createTestEngine({
    drivers: { store },
    settings: { masterKey: from, concurrency: 0 },
  });
  const { organizationId } = await engine.organizations.first();
  const { key, text } = await engine.keys.create(organizationId, { name: 'key' });
  const credential = await engine.credentials.create(organizationId, {
    name: 'Shop',
    credential_type: 'secret',
    credential: { secret_value: 'open sesame', secret_label: 'door' },
  });
  return { store, engine, organizationId, apiKeyId: key.apiKeyId, text, credential };
}

it('after a change of the master key everything opens with the new one, and nothing with the old one', {
  tags: ['security'],
}, async () => {
  const { store, engine, organizationId, apiKeyId, text, credential } = await scene();
  await engine.close();
  expect(await rotateMasterKey(store, { from, to })).toBe(2);
  expect([await isMasterKeyOf(store, from), await isMasterKeyOf(store, to)]).toEqual([false, true]);

  const fresh = await createTestEngine({ drivers: { store }, settings: { masterKey: to } });
  expect(await fresh.keys.reveal(organizationId, apiKeyId)).toBe(text);
  expect(await fresh.keys.authenticate(text)).toMatchObject({ organizationId });
  expect(await fresh.credentials.get(organizationId, credential.credential_id)).toEqual(credential);
  await fresh.close();

  await expect(bindMasterKey(store, from)).rejects.toMatchObject({ code: 'failed_precondition' });
  for (const entry of await store.ciphertexts.readLatest())
    expect(() => createStoredCiphers(from).decrypt(entry)).toThrow('cannot be decrypted');
});

it('an engine whose store got another master key meanwhile is unhealthy', async () => {
  const { store, engine } = await scene();
  expect(await engine.health()).toMatchObject({ status: 'ok', masterKey: 'ok' });
  await rotateMasterKey(store, { from, to });
  expect(await engine.health()).toMatchObject({ status: 'unavailable', store: 'ok', masterKey: 'wrong' });
  await engine.close();
});

it('pushed codes are encrypted anew', { tags: ['security'] }, async () => {
  const { store, engine, organizationId } = await scene();
  const code = await engine.oneTimeCodes.push(organizationId, { totp_identifier: 'ann', content: '482913' });
  await engine.close();
  expect(await rotateMasterKey(store, { from, to })).toBe(3);
  const fresh = await createTestEngine({ drivers: { store }, settings: { masterKey: to } });
  expect((await fresh.oneTimeCodes.list(organizationId)).items).toEqual([code]);
  await fresh.close();
});

it('profiles and stored browser states are among what is encrypted anew', {
  tags: ['security'],
}, async () => {
  const { store, engine, organizationId } = await scene();
  const { browserProfileId } = await engine.browserProfiles.create(organizationId, { name: 'Shop' });
  const state = { cookies: [], origins: [{ origin: 'https://shop.test', localStorage: [] }] };
  await createStoredStates({ store, masterKey: from }).put(organizationId, 'wpid_1', state);
  await engine.close();
  expect(await rotateMasterKey(store, { from, to })).toBe(4);
  const after = createStoredStates({ store, masterKey: to });
  expect(await after.get(organizationId, 'wpid_1')).toEqual(state);
  expect(await after.ofProfile(organizationId, browserProfileId)).toEqual({ cookies: [], origins: [] });
  const stale = createStoredStates({ store, masterKey: from });
  await expect(stale.get(organizationId, 'wpid_1')).rejects.toMatchObject({ code: 'internal' });
});

it('without the key that the data was written with nothing is changed', { tags: ['security'] }, async () => {
  const { store, engine } = await scene();
  await engine.close();
  const wrong = new Uint8Array(32).fill(3);
  await expect(rotateMasterKey(store, { from: wrong, to })).rejects.toMatchObject({ code: 'internal' });
  expect(await isMasterKeyOf(store, from)).toBe(true);
});

it('the master key stays while a run is open, and the run is named', async () => {
  const { store, engine, organizationId } = await scene();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ block_type: 'wait', label: 'w', wait_sec: 1 }] },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  await expect(rotateMasterKey(store, { from, to })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(runId),
  });
  await engine.close();
  expect(await isMasterKeyOf(store, from)).toBe(true);
});
