import { RunwrightError } from '@runwright/contract';
import { fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import { closeSessionEngines, openSessionEngine, until } from './session-engine.test-helpers.ts';

afterEach(closeSessionEngines);
const minute = 60_000;

/** A browser that starts when `starting` is resolved, whatever its signal says by then. `asked`: its start was asked for. */
function slowBrowser() {
  const fake = fakeBrowser({ pages: [] });
  const asked = Promise.withResolvers<void>();
  const starting = Promise.withResolvers<void>();
  const browser: typeof fake = {
    ...fake,
    open: async (options) => {
      asked.resolve();
      await starting.promise;
      return fake.open({ ...options, signal: new AbortController().signal });
    },
  };
  return { fake, browser, asked: asked.promise, starting };
}

it('a session is created without waiting for its browser, then runs, and times out by the clock', async () => {
  const { engine, clock, organizationId, session, open, browser } = await openSessionEngine();
  const created = await engine.browserSessions.create(organizationId, { timeout: 5 });
  expect(created.session).toMatchObject({ status: 'created', startedAt: null, timeoutMinutes: 5 });
  const { browserSessionId: id } = created.session;
  await until(async () => (await session(id)).status === 'running');
  const other = await open();
  await clock.advance(5 * minute - 1000);
  expect((await session(id)).status).toBe('running');
  await clock.advance(2000);
  expect(await session(id)).toMatchObject({
    status: 'timeout',
    failureReason: 'The timeout of 5 minutes is over.',
  });
  expect((await session(id)).completedAt).not.toBeNull();
  expect(browser.sessions[0]?.gone.aborted).toBe(true);
  expect((await session(other.browserSessionId)).status).toBe('running');
});

it('a browser that does not start within 60 s fails the session', async () => {
  const fake = fakeBrowser({ pages: [] });
  const open: typeof fake.open = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const browser = { ...fake, open };
  const { engine, clock, organizationId, session } = await openSessionEngine({ drivers: { browser } });
  const { session: created } = await engine.browserSessions.create(organizationId);
  await clock.advance(59_000);
  expect((await session(created.browserSessionId)).status).toBe('created');
  await clock.advance(2000);
  expect(await session(created.browserSessionId)).toMatchObject({
    status: 'failed',
    failureReason: 'The browser did not start: it was not up within 60 s.',
  });
});

it('the end of a session whose browser is still starting waits until that browser is closed', async () => {
  const { fake, browser, asked, starting } = slowBrowser();
  const { engine, organizationId, session } = await openSessionEngine({ drivers: { browser } });
  const { session: created } = await engine.browserSessions.create(organizationId);
  await asked;
  let isClosed = false;
  const closing = engine.browserSessions.close(organizationId, created.browserSessionId).then(() => {
    isClosed = true;
  });
  await until(async () => (await session(created.browserSessionId)).status === 'completed');
  expect(isClosed).toBe(false);
  starting.resolve();
  await closing;
  expect(fake.sessions[0]?.gone.aborted).toBe(true);
});

it('a session that no worker takes fails after 60 s', async () => {
  const { engine, clock, organizationId, session } = await openSessionEngine({
    settings: { concurrency: 0 },
  });
  const { session: created } = await engine.browserSessions.create(organizationId);
  await clock.advance(62_000);
  const found = await session(created.browserSessionId);
  expect(found.status).toBe('failed');
  expect(found.failureReason).toContain('no worker');
});

it('a crash of the browser fails the session, and the run that uses it with browser_lost', async () => {
  const { engine, browser, clock, organizationId, session, open, begin } = await openSessionEngine();
  const { browserSessionId: id } = await open();
  const { runId } = await begin({ browser_session_id: id }, { url: 'http://shop.test/a', hang: true });
  await until(() => browser.sessions[0]?.url === 'http://shop.test/a');
  browser.sessions[0]?.crash();
  await until(async () => (await session(id)).status === 'failed');
  expect(await session(id)).toMatchObject({ failureReason: 'The browser crashed or was killed.' });
  await clock.advance(1000);
  const run = await engine.runs.finished(organizationId, runId);
  expect(run).toMatchObject({ status: 'failed', failureCategory: 'browser' });
  expect(run.errors.map((entry) => entry.error_code)).toContain('browser_lost');
  expect((await session(id)).runnableId).toBeNull();
});

it('the next run continues on the page of the one before, and the session stays open', async () => {
  const { engine, browser, organizationId, session, open, begin } = await openSessionEngine();
  const { browserSessionId: id } = await open();
  const first = await begin({ browser_session_id: id }, { url: 'http://shop.test/a' });
  expect(await engine.runs.finished(organizationId, first.runId)).toMatchObject({ status: 'completed' });
  const second = await begin({ browser_session_id: id });
  const run = await engine.runs.finished(organizationId, second.runId);
  expect(run.output).toMatchObject({ V_output: { before: 'http://shop.test/a' } });
  expect(browser.sessions).toHaveLength(1);
  expect(await session(id)).toMatchObject({ status: 'running', runnableId: null, runnableType: null });
});

it('a run that is accepted before the browser is up waits for it', async () => {
  const { engine, organizationId, begin } = await openSessionEngine();
  const { session } = await engine.browserSessions.create(organizationId);
  const { runId } = await begin(
    { browser_session_id: session.browserSessionId },
    { url: 'http://shop.test/a' },
  );
  expect((await engine.runs.finished(organizationId, runId)).status).toBe('completed');
});

it('one run at a time uses a session, which says which', async () => {
  const { engine, organizationId, rival, session, open, begin } = await openSessionEngine();
  const { browserSessionId: id } = await open();
  const { runId } = await begin({ browser_session_id: id }, { hang: true });
  expect(await session(id)).toMatchObject({ runnableType: 'workflow_run', runnableId: runId });
  await expect(begin({ browser_session_id: id })).rejects.toThrow(
    `Browser session ${id} is in use by ${runId}`,
  );
  const task = engine.runs.startTask({ prompt: 'Look', browser_session_id: id }, { organizationId });
  await expect(task).rejects.toMatchObject({ code: 'conflict' });
  const foreign = engine.runs.startTask(
    { prompt: 'Look', browser_session_id: id },
    { organizationId: rival },
  );
  await expect(foreign).rejects.toThrow(`Browser session ${id} not found`);
  await engine.runs.cancel(organizationId, runId);
  expect((await session(id)).runnableId).toBeNull();
});

it('a close ends the run that uses the session, stores its recordings, and may be repeated', async () => {
  const { engine, organizationId, rival, open, begin } = await openSessionEngine();
  const { browserSessionId: id } = await open();
  const { runId } = await begin({ browser_session_id: id }, { hang: true });
  await expect(engine.browserSessions.close(rival, id)).rejects.toMatchObject({ code: 'not_found' });
  await engine.browserSessions.close(organizationId, id);
  await engine.browserSessions.close(organizationId, id);
  const { session, recordings } = await engine.browserSessions.get(organizationId, id);
  expect(session).toMatchObject({ status: 'completed', failureReason: null });
  expect(recordings.map(({ type, size }) => [type, size])).toEqual([['recording', 3]]);
  expect((await engine.runs.finished(organizationId, runId)).failureReason).toContain(id);
  await expect(begin({ browser_session_id: id })).rejects.toThrow(`Browser session ${id} is closed`);
});

it('expiry waits for the run that uses the session, at most a day', async () => {
  const { engine, clock, organizationId, session, open, workflow } = await openSessionEngine();
  const short = await open({ timeout: 5 });
  const long = await open({ timeout: 5 });
  const start = async (id: string) => {
    const workflow_id = await workflow({ hang: true }, { max_elapsed_time_minutes: 10 });
    return engine.runs.start({ workflow_id, browser_session_id: id }, { organizationId });
  };
  const run = await start(short.browserSessionId);
  const { runId } = await start(long.browserSessionId);
  await clock.advance(6 * minute);
  expect((await session(short.browserSessionId)).status).toBe('running');
  await engine.runs.cancel(organizationId, run.runId);
  await clock.advance(1000);
  expect((await session(short.browserSessionId)).status).toBe('timeout');
  expect((await session(long.browserSessionId)).status).toBe('running');
  await clock.advance(5 * minute);
  expect((await engine.runs.finished(organizationId, runId)).status).toBe('timed_out');
  expect((await session(long.browserSessionId)).status).toBe('timeout');
});

it('an orderly shutdown completes the sessions of a process', async () => {
  const store = { ...storeUnderTest(), close: async () => undefined };
  const { engine, open } = await openSessionEngine({}, { store });
  const { browserSessionId: id } = await open();
  await engine.close();
  expect(await store.browserSessions.find(id)).toMatchObject({ status: 'completed' });
});

it('a session of a dead worker is failed when its lease is over, and at once when the store is taken over', async () => {
  for (const takeOver of [false, true]) {
    const store = storeUnderTest();
    const dead = await openSessionEngine({}, { store });
    const { browserSessionId: id, organizationId } = await dead.open();
    // Its worker stands still: nothing renews the lease.
    const next = await openSessionEngine({ settings: { takeOver } }, { store });
    expect(next.organizationId).toBe(organizationId);
    if (!takeOver) {
      expect((await store.browserSessions.find(id))?.status).toBe('running');
      await next.clock.advance(40_000);
    }
    expect(await store.browserSessions.find(id)).toMatchObject({
      status: 'failed',
      failureReason: 'The worker that held the browser died or stood still.',
    });
    await closeSessionEngines();
  }
});

it('a session whose browser takes long to start is not taken over by another worker', async () => {
  const { fake, browser, starting } = slowBrowser();
  const store = storeUnderTest();
  const slow = await openSessionEngine({ drivers: { browser } }, { store });
  const { session } = await slow.engine.browserSessions.create(slow.organizationId);
  const { browserSessionId: id } = session;
  await until(async () => (await store.browserSessions.ownerOf(id, slow.clock.now())) !== null);
  const other = await openSessionEngine({}, { store });
  await slow.clock.advance(50_000);
  await other.clock.advance(50_000);
  starting.resolve();
  await until(async () => (await slow.session(id)).status === 'running');
  expect([fake.sessions.length, other.browser.sessions.length]).toEqual([1, 0]);
});

it('what pages download belongs to the session, also without a run', async () => {
  const { engine, browser, clock, organizationId, rival, open } = await openSessionEngine();
  const { browserSessionId: id } = await open();
  const page = browser.sessions[0]?.page;
  const when = { epoch: 1, signal: new AbortController().signal };
  await page?.act({ action_type: 'goto_url', url: 'http://shop.test/b' }, when);
  await page?.act({ action_type: 'click', id: 'a1' }, when);
  await clock.advance(1000);
  await clock.advance(1000);
  const { files } = await engine.browserSessions.get(organizationId, id);
  expect(files.map(({ name, size, key }) => [name, size, key])).toEqual([
    ['orders.csv', 7, `sessions/${id}/downloads/${files[0]?.fileId}`],
  ]);
  const stored = await engine.files.get(organizationId, files[0]?.fileId ?? '');
  expect(new TextDecoder().decode(await engine.files.content(stored))).toBe('total\n3');
  await expect(engine.files.get(rival, stored.fileId)).rejects.toMatchObject({ code: 'not_found' });
});

it('no more sessions are opened than there are slots', async () => {
  const { engine, organizationId, open } = await openSessionEngine({
    settings: { sessions: { maxOpen: 1 } },
  });
  const { browserSessionId: id } = await open();
  const refused = await engine.browserSessions.create(organizationId).catch((error: unknown) => error);
  expect(RunwrightError.is(refused) && [refused.code, refused.details]).toEqual([
    'unavailable',
    { retry_after_seconds: 5 },
  ]);
  await engine.browserSessions.close(organizationId, id);
  await engine.browserSessions.create(organizationId);
});

it('of several organizations, one has at most half of the sessions', async () => {
  const { engine, organizationId, rival } = await openSessionEngine({
    settings: { sessions: { maxOpen: 3 } },
  });
  for (const _ of [1, 2]) await engine.browserSessions.create(organizationId);
  await expect(engine.browserSessions.create(organizationId)).rejects.toMatchObject({
    code: 'unavailable',
    message:
      'No browser slot is free: 2 browser sessions of your organization are open, its share of 3. Close one or try again later.',
  });
  await engine.browserSessions.create(rival);
  await expect(engine.browserSessions.create(rival)).rejects.toThrow('3 browser sessions are open');
});

it('the host decides how many sessions an organization has', async () => {
  const { engine, organizationId } = await openSessionEngine({
    settings: { sessions: { maxOpen: 3, maxOpenPerOrganization: 1 } },
  });
  await engine.browserSessions.create(organizationId);
  await expect(engine.browserSessions.create(organizationId)).rejects.toThrow('its share of 3');
});

it('of several organizations, idle sessions leave the last browser of a worker to runs', async () => {
  const { engine, clock, organizationId, rival, open, begin } = await openSessionEngine({
    settings: { maxBrowsers: 2, limits: { organizationBrowsers: 2 } },
  });
  await open();
  const { session: second } = await engine.browserSessions.create(rival);
  await clock.advance(4000);
  const row = await engine.browserSessions.get(rival, second.browserSessionId);
  expect(row.session.status).toBe('created');
  const { runId } = await begin({});
  expect((await engine.runs.finished(organizationId, runId)).status).toBe('completed');
});

it('of several organizations, the idle sessions of one leave browsers for sessions of another one', async () => {
  const { engine, clock, organizationId, rival, open } = await openSessionEngine({
    settings: { maxBrowsers: 3 },
  });
  await open();
  const { session: second } = await engine.browserSessions.create(organizationId);
  await clock.advance(4000);
  const other = await engine.browserSessions.create(rival);
  await clock.advance(4000);
  const statusOf = async (organization: string, id: string) =>
    (await engine.browserSessions.get(organization, id)).session.status;
  expect(await statusOf(organizationId, second.browserSessionId)).toBe('created');
  expect(await statusOf(rival, other.session.browserSessionId)).toBe('running');
});

it('a closed session leaves its state to a profile, and runs and sessions begin with it', async () => {
  const { engine, browser, organizationId, rival, open, begin } = await openSessionEngine();
  const { browserSessionId: id } = await open();
  browser.sessions[0]?.cookies.push(cookie);
  const create = (request: object) =>
    engine.browserProfiles.create(organizationId, { name: 'Shop', browser_session_id: id, ...request });
  await expect(create({})).rejects.toMatchObject({ code: 'conflict' });
  await engine.browserSessions.close(organizationId, id);
  const profile = await create({});
  await expect(create({})).rejects.toMatchObject({ code: 'conflict' });
  await expect(engine.browserProfiles.get(rival, profile.browserProfileId)).rejects.toMatchObject({
    code: 'not_found',
  });
  const { runId } = await begin({ browser_profile_id: profile.browserProfileId });
  expect((await engine.runs.finished(organizationId, runId)).status).toBe('completed');
  expect(browser.sessions[1]?.cookies).toEqual([cookie]);
  await open({ browser_profile_id: profile.browserProfileId });
  expect(browser.sessions[2]?.cookies).toEqual([cookie]);
  await engine.browserProfiles.delete(organizationId, profile.browserProfileId);
  await expect(begin({ browser_profile_id: profile.browserProfileId })).rejects.toThrow(
    `Browser profile ${profile.browserProfileId} not found`,
  );
});

it('with persist_browser_session the next run of the workflow begins with the state of the last completed one', async () => {
  const { engine, browser, organizationId, workflow } = await openSessionEngine();
  const workflow_id = await workflow({ url: 'http://shop.test/a' }, { persist_browser_session: true });
  const failing = await workflow({ block_type: 'code', code: 'throw new Error("no")' });
  const finish = async (id: string) => {
    const { runId } = await engine.runs.start({ workflow_id: id }, { organizationId });
    return engine.runs.finished(organizationId, runId);
  };
  browser.bring([cookie]);
  const first = await finish(workflow_id);
  expect(first.status).toBe('completed');
  browser.bring([]);
  await finish(workflow_id);
  expect(browser.sessions[1]?.cookies).toEqual([cookie]);
  const profile = await engine.browserProfiles.create(organizationId, {
    name: 'Of a run',
    workflow_run_id: first.runId,
  });
  expect(profile.browserProfileId).toMatch(/^bp_\d{19,}$/);
  const without = await finish(failing);
  await expect(
    engine.browserProfiles.create(organizationId, { name: 'None', workflow_run_id: without.runId }),
  ).rejects.toMatchObject({ code: 'failed_precondition' });
});

const cookie = {
  name: 'sid',
  value: 'signed in',
  domain: 'shop.test',
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: 'Lax',
} as const;

it('a worker takes no session beyond the browsers that it can hold, and the next one when one is closed', async () => {
  const { engine, clock, organizationId, session, open } = await openSessionEngine({
    settings: { maxBrowsers: 1 },
  });
  const first = await open();
  const { session: second } = await engine.browserSessions.create(organizationId);
  await clock.advance(4000);
  expect((await session(second.browserSessionId)).status).toBe('created');
  await engine.browserSessions.close(organizationId, first.browserSessionId);
  await clock.advance(2000);
  await until(async () => (await session(second.browserSessionId)).status === 'running');
});

it('a run that needs a browser waits while sessions hold all, and runs of the sessions go on', async () => {
  const { engine, browser, clock, organizationId, open, begin } = await openSessionEngine({
    settings: { maxBrowsers: 1, concurrency: 1 },
  });
  const { browserSessionId: id } = await open();
  const waiting = await begin({}, { url: 'http://shop.test/a' });
  const inSession = await begin({ browser_session_id: id }, { url: 'http://shop.test/a' });
  const ended = engine.runs.finished(organizationId, inSession.runId);
  await clock.advance(3000);
  expect((await ended).status).toBe('completed');
  expect((await engine.runs.get(organizationId, waiting.runId)).status).toMatch(/created|queued/);
  expect(browser.sessions).toHaveLength(1);
  await engine.browserSessions.close(organizationId, id);
  const run = engine.runs.finished(organizationId, waiting.runId);
  await clock.advance(3000);
  expect((await run).status).toBe('completed');
});

it('a host that brings the browser of a session is told when this process may hold no more', async () => {
  const { engine, browser, organizationId, open } = await openSessionEngine({ settings: { maxBrowsers: 1 } });
  await open();
  const created = engine.browserSessions.create(organizationId, {}, { open: browser.open });
  await expect(created).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('this process holds 1 browsers, and `maxBrowsers` allows no more'),
  });
});
