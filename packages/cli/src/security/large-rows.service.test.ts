import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitOf, patient, type TestService, testService } from '../service.test-helpers.ts';

const mib = 2 ** 20;
/** About as much heap as Node takes by itself in a container of 2 GB. */
const small = { NODE_OPTIONS: '--max-old-space-size=1024' };
/** One character of another kind doubles the memory of the text. */
const text = (bytes: number) => `${'a'.repeat(bytes - 3)}…`;
const code = { block_type: 'code', label: 'c', code: 'return 1' };
const parameter = { parameter_type: 'workflow', key: 'p', workflow_parameter_type: 'string' };

describe('rows of many megabytes', { tags: ['security', 'extended'] }, () => {
  let service: TestService;
  let site: Server;
  let host: string;
  let held: ServerResponse[];
  let holds: boolean;

  beforeEach(async () => {
    [held, holds] = [[], true];
    site = createServer((request, response) => {
      if (holds && request.url === '/hold') held.push(response);
      else response.end('"ok"');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    service = await testService({
      ...{ RUNWRIGHT_ALLOWED_HOSTS: host, RUNWRIGHT_RECORD: 'none', RUNWRIGHT_CONCURRENCY: '1' },
      ...small,
    });
    await service.start();
  });
  afterEach(async () => {
    await service.close();
    site.closeAllConnections();
    site.close();
  });

  const isAlive = () => service.process?.exitCode === null && service.process.signalCode === null;

  async function save(blocks: readonly object[], title = 'Large'): Promise<string> {
    const json_definition = { title, workflow_definition: { parameters: [parameter], blocks } };
    const { body } = await service.call('/v1/workflows', { json_definition });
    expect(body.detail).toBeUndefined();
    return body.workflow_permanent_id;
  }

  /** Reads a list of which one page may be too much; the process goes on, and answers. */
  async function isListed(path: string): Promise<void> {
    const answer = await service.call(path).catch(() => null);
    expect(service.printed()).not.toContain('heap out of memory');
    expect(isAlive(), `the process goes on after ${path}`).toBe(true);
    expect(answer, path).not.toBe(null);
    expect((await service.call('/health')).status).toBe(200);
  }

  it('a list of large scripts cannot end the process', async () => {
    const content = text(10 * mib);
    const files = [1, 2, 3, 4].map((at) => ({ path: `data/${at}.txt`, content, encoding: 'utf-8' }));
    for (let count = 0; count < 20; count += 1)
      expect((await service.call('/v1/scripts', { files })).status).toBe(200);
    await isListed('/v1/scripts?page_size=1');
    await isListed('/v1/scripts?page_size=1000');
  });

  it('a list of runs with large parameters cannot end the process', async () => {
    const workflow_id = await save([code]);
    const runs: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      const { body } = await service.call('/v1/run/workflows', {
        ...{ workflow_id, parameters: { p: text(9 * mib) } },
      });
      runs.push(body.run_id);
      await expect.poll(() => service.statusOf(body.run_id), patient).toBe('completed');
    }
    await isListed('/v1/runs?page_size=1');
    await isListed('/v1/runs?page_size=1000');
    expect(runs).toHaveLength(40);
  });

  it('a list of schedules with large parameters cannot end the process', async () => {
    const workflow = await save([code]);
    for (let count = 0; count < 50; count += 1) {
      const made = await service.call(`/v1/workflows/${workflow}/schedules`, {
        ...{ cron: '0 3 1 1 *', timezone: 'UTC', parameters: { p: text(9 * mib) } },
      });
      expect(made.status).toBeLessThan(300);
    }
    await isListed('/v1/schedules?page_size=1');
    await isListed('/v1/schedules?page_size=1000');
  });

  it('queued runs with large parameters cannot keep the process from starting', async () => {
    const hold = await save([{ block_type: 'http_request', label: 'h', url: `http://${host}/hold` }], 'Hold');
    const first = await service.call('/v1/run/workflows', { workflow_id: hold, parameters: { p: 'a' } });
    expect(first.status).toBe(200);
    await expect.poll(() => held.length, patient).toBe(1);
    const workflow_id = await save([code]);
    const queued: string[] = [];
    for (let count = 0; count < 24; count += 1) {
      const started = await service
        .call('/v1/run/workflows', { workflow_id, parameters: { p: text(9 * mib) } })
        .catch(() => null);
      expect(service.printed()).not.toContain('heap out of memory');
      expect(started?.status, `start of run ${count}`).toBe(200);
      queued.push(started?.body.run_id);
    }
    if (service.process) await exitOf(service.process, 'SIGKILL');
    holds = false;
    await service.start();
    const last = queued.at(-1) ?? '';
    await expect
      .poll(async () => (isAlive() ? service.statusOf(last).catch(() => 'no answer') : 'ended'), patient)
      .toMatch(/completed|ended/);
    expect(service.printed()).not.toContain('heap out of memory');
    expect(isAlive()).toBe(true);
    expect(await service.statusOf(last)).toBe('completed');
  });
});
