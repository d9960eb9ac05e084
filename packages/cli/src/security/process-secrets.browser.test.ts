import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startsBrowsers } from '../shared-browser.test-helpers.ts';
import { startCommand } from '../start.test-helpers.ts';

/** Everything secret that the service is told, by the name of its variable. */
const secrets: Readonly<Record<string, string>> = {
  RUNWRIGHT_API_KEY: 'rw_canary_api_key_for_processes_0123456789',
  RUNWRIGHT_MASTER_KEY: 'ca'.repeat(32),
  RUNWRIGHT_SECRET_SHOP: 'canary-secret-of-a-run-0123',
  OPENAI_API_KEY: 'sk-canary-model-key-0123',
  ANTHROPIC_API_KEY: 'sk-ant-canary-model-key-0123',
  RUNWRIGHT_BITWARDEN_URL: 'http://localhost:1/canary-bitwarden',
  RUNWRIGHT_ONEPASSWORD_URL: 'http://localhost:1/canary-onepassword',
  RUNWRIGHT_ONEPASSWORD_TOKEN: 'canary-onepassword-token-0123',
  RUNWRIGHT_AZURE_TENANT_ID: 'canary-azure-tenant',
  RUNWRIGHT_AZURE_CLIENT_ID: 'canary-azure-client',
  RUNWRIGHT_AZURE_CLIENT_SECRET: 'canary-azure-secret-0123',
  RUNWRIGHT_SMTP_URL: 'smtp://ann:canary-mail-password@mail.test:587',
  RUNWRIGHT_MAIL_FROM: 'runs@acme.test',
  AWS_SECRET_ACCESS_KEY: 'canary-aws-key-0123',
  DATABASE_URL: 'postgres://ann:canary-database-password@db.test/runs',
};

let folder: string;
let site: Server;
let host: string;
let child: ChildProcess | null = null;
let base: string;
let printed = '';
/** What the site was sent in the body of requests. */
const received: string[] = [];

beforeEach(async () => {
  received.length = 0;
  printed = '';
  folder = await mkdtemp(join(tmpdir(), 'runwright-processes-'));
  site = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (body !== '') received.push(body);
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Page</title><p>Page</p>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const variables = {
    ...secrets,
    RUNWRIGHT_DATA_DIR: join(folder, 'data'),
    // The whole browser, as a service starts it: other processes of commands use the browser under test.
    RUNWRIGHT_CHROMIUM: process.env.RUNWRIGHT_CHROMIUM ?? '',
    RUNWRIGHT_ALLOWED_HOSTS: host,
    RUNWRIGHT_SECRET_HOSTS: `http://${host}`,
  };
  const started = await startCommand(
    variables,
    (born) => {
      child = born;
    },
    (bytes) => {
      printed += String(bytes);
    },
  );
  base = started.base;
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  site.closeAllConnections();
  site.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function call(path: string, body?: unknown): Promise<any> {
  const answer = await fetch(base + path, {
    headers: { 'x-api-key': secrets.RUNWRIGHT_API_KEY ?? '', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return answer.json();
}

/** A process, with what every user of the machine or its owner can read of it. */
interface ProcessText {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
  readonly environment: string;
}

async function processes(): Promise<readonly ProcessText[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (id: string, name: string) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '');
  return Promise.all(
    ids.map(async (id) => ({
      id: Number(id),
      parent: Number(/^PPid:\s+(\d+)/m.exec(await read(id, 'status'))?.[1] ?? 0),
      command: await read(id, 'cmdline'),
      environment: await read(id, 'environ'),
    })),
  );
}

/** Processes that the service has started, and those that these have started. */
async function descendants(): Promise<readonly ProcessText[]> {
  const all = await processes();
  const known = new Set([child?.pid ?? 0]);
  for (let size = 0; size !== known.size; ) {
    size = known.size;
    for (const { id, parent } of all) if (known.has(parent)) known.add(id);
  }
  // What has lost its parent still has the data folder in its environment.
  return all.filter(
    ({ id, environment }) => id !== child?.pid && (known.has(id) || environment.includes(folder)),
  );
}

function secretsIn(text: string): readonly string[] {
  return Object.entries(secrets).flatMap(([name, value]) =>
    text.includes(value) || text.includes(`${name}=`) ? [name] : [],
  );
}

it.runIf(process.platform === 'linux')(
  'no process that a run starts has a secret in its arguments or its environment',
  { ...startsBrowsers, tags: ['security'] },
  async () => {
    const made = await call('/v1/workflows', {
      json_definition: {
        workflow_definition: {
          parameters: [{ parameter_type: 'aws_secret', key: 'shop', aws_key: 'SHOP' }],
          blocks: [
            { block_type: 'goto_url', label: 'visit', url: `http://${host}/` },
            {
              block_type: 'code',
              label: 'program',
              parameter_keys: ['shop'],
              code: `await fetch('http://${host}/used', { method: 'POST', body: shop });
                await fetch('http://${host}/seen', { method: 'POST', body: JSON.stringify({
                  globals: ['process', 'require', 'Deno', 'Bun'].filter((name) => name in globalThis) }) });
                await sleep(600000);`,
            },
          ],
        },
      },
    });
    const { run_id } = await call('/v1/run/workflows', { workflow_id: made.workflow_permanent_id });
    await expect.poll(() => received, { interval: 200 }).toHaveLength(2);
    expect(received).toEqual([secrets.RUNWRIGHT_SECRET_SHOP, JSON.stringify({ globals: [] })]);

    const started = await descendants();
    expect(started.filter(({ command }) => command.includes('--type=renderer')).length).toBeGreaterThan(0);
    for (const { command, environment } of started) {
      expect(secretsIn(command), command).toEqual([]);
      expect(secretsIn(environment), `environment of ${command.slice(0, 100)}`).toEqual([]);
    }
    const own = await readFile(`/proc/${child?.pid}/cmdline`, 'utf8');
    expect(secretsIn(own)).toEqual([]);
    for (const value of Object.values(secrets)) expect(printed).not.toContain(value);
    expect(await openPaths(join(folder, 'data'))).toEqual([]);

    await call(`/v1/runs/${run_id}/cancel`, {});
    await expect
      .poll(async () => (await call(`/v1/runs/${run_id}`)).status, { interval: 200 })
      .toBe('canceled');
    await expect.poll(descendants, { interval: 200 }).toEqual([]);
    expect(await openPaths(join(folder, 'data'))).toEqual([]);
  },
);

/**
 * Paths that others than the owner may read or write: the data folder and everything in it, up to the folder of the
 * browsers, whose owner alone gets that far.
 */
async function openPaths(path: string): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entry = await stat(next).catch(() => null);
    if (!entry) continue;
    if (entry.mode & 0o077) found.push(`${next} ${(entry.mode & 0o777).toString(8)}`);
    const isBrowsers = next === join(path, 'browsers');
    if (!entry.isDirectory() || isBrowsers) continue;
    for (const name of await readdir(next)) waiting.push(join(next, name));
  }
  return found;
}
