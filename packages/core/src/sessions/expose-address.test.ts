import { fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import { closeSessionEngines, openSessionEngine, until } from './session-engine.test-helpers.ts';

afterEach(closeSessionEngines);

const never = { settings: { sessions: { exposeAddress: 'never' } } } as const;

it('an engine that never opens debug addresses refuses a session that asks for one, and opens the others', {
  tags: ['security'],
}, async () => {
  const { engine, organizationId, open } = await openSessionEngine(never);
  const refused = engine.browserSessions.create(organizationId, { expose_address: true });
  await expect(refused).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('RUNWRIGHT_EXPOSE_BROWSERS'),
  });
  expect(await engine.browserSessions.list(organizationId)).toEqual([]);
  expect((await open({ expose_address: false })).exposeAddress).toBe(false);
  expect((await open()).exposeAddress).toBe(false);
});

it('a process that never opens debug addresses opens none for another process of the store that allows them', {
  tags: ['security'],
}, async () => {
  const store = storeUnderTest();
  const asks = await openSessionEngine({ settings: { concurrency: 0 } }, { store });
  const { session } = await asks.engine.browserSessions.create(asks.organizationId, { expose_address: true });
  const browser = fakeBrowser({ pages: [] });
  await openSessionEngine({ ...never, drivers: { browser } }, { store });
  const status = async () =>
    (await asks.engine.browserSessions.get(asks.organizationId, session.browserSessionId)).session;
  await until(async () => (await status()).status === 'failed');
  expect((await status()).failureReason).toContain('debug address');
  expect(browser.sessions).toEqual([]);
});

it('an engine without the setting opens an address for the sessions that ask for one', async () => {
  const { open } = await openSessionEngine();
  expect((await open({ expose_address: true })).exposeAddress).toBe(true);
  expect((await open()).exposeAddress).toBe(false);
});
