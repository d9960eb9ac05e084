import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FakeBrowser, fakeBrowser } from '@runwright/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type InProcessService, inProcessService, soon } from '../in-process-service.test-helpers.ts';

/** How long a victim is waited for. One that is not held up needs a part of a second. */
const patient = { timeout: 60_000, interval: 50 };

describe('shares of organizations', { tags: ['security', 'extended'] }, () => {
  let service: InProcessService;
  let browser: FakeBrowser;
  /** The largest number of browsers that were open at once. */
  let maxOpen: number;
  let site: Server;
  let host: string;
  /** Paths in the order of their requests, and requests that wait for an answer. */
  let paths: string[];
  let held: ServerResponse[];

  beforeEach(async () => {
    [paths, held, maxOpen] = [[], [], 0];
    site = createServer((request, response) => {
      paths.push(request.url ?? '');
      if (request.url?.startsWith('/hold')) held.push(response);
      else response.end('"ok"');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    service = await inProcessService({ RUNWRIGHT_ALLOWED_HOSTS: host, RUNWRIGHT_RECORD: 'none' }, () => {
      browser = fakeBrowser({ pages: [{ url: `http://${host}/page` }] });
      return { browser: { ...browser, open: counted } };
    });
  });
  afterEach(async () => {
    for (const response of held) response.end('"ok"');
    await service.close();
    site.closeAllConnections();
    site.close();
  });

  const counted: FakeBrowser['open'] = async (options) => {
    const session = await browser.open(options);
    maxOpen = Math.max(maxOpen, browser.sessions.filter(({ gone }) => !gone.aborted).length);
    return session;
  };

  async function organization(name: string) {
    const { organizationId } = await service.engine.organizations.create({ name });
    const { text } = await service.engine.keys.create(organizationId, { name });
    const call = (path: string, body?: unknown) => service.call(path, body, { 'x-api-key': text });
    const save = async (...blocks: readonly object[]): Promise<string> => {
      const json_definition = { workflow_definition: { parameters: [], blocks } };
      const { body } = await call('/v1/workflows', { json_definition });
      expect(body.detail).toBeUndefined();
      return body.workflow_permanent_id;
    };
    const start = async (workflow_id: string, members: object = {}): Promise<string> => {
      const { status, body } = await call('/v1/run/workflows', { workflow_id, ...members });
      expect([status, body.detail]).toEqual([200, undefined]);
      return body.run_id;
    };
    const statusOf = async (runId: string) => (await call(`/v1/runs/${runId}`)).body.status;
    const runs = async (): Promise<number> => (await call('/v1/runs?page_size=1000')).body.length;
    const finished = (runId: string) => service.engine.runs.finished(organizationId, runId);
    return { call, save, start, statusOf, runs, finished };
  }

  const ask = (path: string) => ({
    ...{ block_type: 'http_request', label: 'ask', url: `http://${host}${path}` },
  });
  /** A loop whose iterations start runs of a workflow, up to 16 at once. */
  const starts = (workflow_permanent_id: string, count: number, wait_for_completion: boolean) => ({
    ...{ block_type: 'for_loop', label: 'l', loop_variable_reference: `range(${count})` },
    concurrency: Math.min(16, count),
    loop_blocks: [{ block_type: 'workflow_trigger', label: 't', workflow_permanent_id, wait_for_completion }],
  });

  it('an organization cannot open more browsers than the host allows by runs that wait for runs', async () => {
    await service.start({ RUNWRIGHT_MAX_BROWSERS: '2', RUNWRIGHT_CONCURRENCY: '2' });
    const attacker = await organization('Attacker');
    const child = await attacker.save(
      { block_type: 'goto_url', label: 'go', url: `http://${host}/page` },
      { block_type: 'wait', label: 'wait', wait_sec: 8 },
    );
    const run = await attacker.start(await attacker.save(starts(child, 12, true)));
    expect(await attacker.finished(run)).toMatchObject({ status: 'completed' });
    expect(browser.sessions).toHaveLength(12);
    expect(maxOpen).toBeGreaterThan(0);
    // One more than allowed is for a run whose parent holds the last one.
    expect(maxOpen).toBeLessThanOrEqual(3);
  });

  it('an organization cannot hold all places of a worker by a run that waits for many, where the host limits its runs', async () => {
    await service.start({ RUNWRIGHT_CONCURRENCY: '4', RUNWRIGHT_ORGANIZATION_CONCURRENCY: '1' });
    const [attacker, victim] = [await organization('Attacker'), await organization('Victim')];
    const quick = await victim.save(ask('/quick'));
    expect(await victim.finished(await victim.start(quick))).toMatchObject({ status: 'completed' });
    const child = await attacker.save(ask('/hold'));
    await attacker.start(await attacker.save(starts(child, 8, true)));
    await expect.poll(attacker.runs, soon).toBe(9);
    await expect.poll(() => held.length, soon).toBeGreaterThan(0);
    const next = await victim.start(quick);
    await expect.poll(() => victim.statusOf(next), patient).toBe('completed');
  });

  it('an organization cannot put all its runs before those of another one by their priority', async () => {
    await service.start({ RUNWRIGHT_CONCURRENCY: '1' });
    const [attacker, victim] = [await organization('Attacker'), await organization('Victim')];
    const urgent = await attacker.save(ask('/urgent'));
    await attacker.start(await attacker.save(ask('/hold')));
    await expect.poll(() => held.length, soon).toBe(1);
    const queued: string[] = [];
    for (let count = 0; count < 6; count += 1) queued.push(await attacker.start(urgent, { priority: 10 }));
    const next = await victim.start(await victim.save(ask('/victim')));
    for (const runId of queued) await expect.poll(() => attacker.statusOf(runId), soon).toBe('queued');
    await expect.poll(() => victim.statusOf(next), soon).toBe('queued');
    held[0]?.end('"ok"');
    for (const runId of queued) await attacker.finished(runId);
    await victim.finished(next);
    expect(paths.filter((path) => path === '/urgent')).toHaveLength(6);
    expect(paths.indexOf('/victim')).toBeLessThanOrEqual(3);
  });

  it('an organization cannot start more runs than the host allows in a time by runs that start runs', async () => {
    await service.start({ RUNWRIGHT_RUN_START_LIMIT: '3/3600', RUNWRIGHT_CONCURRENCY: '4' });
    const attacker = await organization('Attacker');
    const child = await attacker.save({ block_type: 'code', label: 'c', code: 'return 1' });
    const parent = await attacker.save(starts(child, 40, false));
    expect(await attacker.finished(await attacker.start(parent))).toMatchObject({
      status: 'failed',
      failureCategory: 'limit',
    });
    // The runs that runs have started count: none is left for a request.
    const refused = await attacker.call('/v1/run/workflows', { workflow_id: child });
    expect(refused.status).toBe(429);
    expect(await attacker.runs()).toBe(3);
  });

  it.each([
    ['wait for a time', { block_type: 'wait', label: 'rest', wait_sec: 600 }],
    ['wait for a person', { block_type: 'human_interaction', label: 'rest', recipients: ['a@b.test'] }],
  ])('an organization cannot hold all browsers by runs that only %s', async (_what, rest) => {
    await service.start({ RUNWRIGHT_MAX_BROWSERS: '2' });
    const [attacker, victim] = [await organization('Attacker'), await organization('Victim')];
    const go = { block_type: 'goto_url', label: 'go', url: `http://${host}/page` };
    const idle = await attacker.save(go, rest);
    for (const _ of [1, 2]) await attacker.start(idle);
    await expect.poll(() => browser.sessions.length, soon).toBeGreaterThan(0);
    const run = await victim.start(await victim.save(go));
    await expect.poll(() => victim.statusOf(run), patient).toBe('completed');
    // Its second run waits, because one of two browsers is its share.
    expect(browser.sessions).toHaveLength(2);
  });

  it('an organization cannot hold all browsers that are for sessions with its idle ones', async () => {
    await service.start({ RUNWRIGHT_MAX_BROWSERS: '3' });
    const [attacker, victim] = [await organization('Attacker'), await organization('Victim')];
    const opened: number[] = [];
    for (let count = 0; count < 6; count += 1)
      opened.push((await attacker.call('/v1/browser_sessions', { timeout: 240 })).status);
    expect(opened).toContain(200);
    await expect.poll(() => browser.sessions.length, soon).toBeGreaterThan(0);
    const go = { block_type: 'goto_url', label: 'go', url: `http://${host}/page` };
    const run = await victim.start(await victim.save(go));
    await expect.poll(() => victim.statusOf(run), patient).toBe('completed');
    const { status, body } = await victim.call('/v1/browser_sessions', {});
    expect(status).toBe(200);
    const sessionStatus = async () =>
      (await victim.call(`/v1/browser_sessions/${body.browser_session_id}`)).body.status;
    await expect.poll(sessionStatus, patient).toBe('running');
  });
});
