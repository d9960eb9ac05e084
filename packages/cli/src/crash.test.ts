import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoSite, demoSite } from '@runwright/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCommand } from './start.test.kit.ts';

const key = 'rw_test_key_for_the_crash_test';
/** Long enough to be killed in, on a busy machine too. */
const slow = '/slow?ms=8000';

describe('a server that is killed in the middle of a run', () => {
  let folder: string;
  let base: string;
  let site: DemoSite;
  let server: ChildProcess | null = null;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runwright-crash-'));
    site = await demoSite();
  });
  afterEach(async () => {
    if (server) await ended(server, 'SIGKILL');
    await site.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const start = async () => {
    const variables = {
      RUNWRIGHT_DATA_DIR: folder,
      RUNWRIGHT_API_KEY: key,
      RUNWRIGHT_ALLOWED_HOSTS: new URL(site.url).host,
    };
    const started = await startCommand(variables, (child) => {
      server = child;
    });
    base = started.base;
    return started.process;
  };
  const call = async (path: string, body?: unknown) => {
    const answer = await fetch(`${base}${path}`, {
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await answer.json()) as any;
  };

  it('goes on with the run after a restart, and leaves no browser of the dead server', async () => {
    const first = await start();
    const workflow_definition = {
      blocks: [
        { block_type: 'goto_url', label: 'home', url: site.url },
        { block_type: 'goto_url', label: 'slow', url: `${site.url}${slow}` },
        { block_type: 'goto_url', label: 'catalog', url: `${site.url}/catalog` },
      ],
    };
    const workflow = await call('/v1/workflows', { json_definition: { workflow_definition } });
    const { run_id } = await call('/v1/run/workflows', { workflow_id: workflow.workflow_permanent_id });
    await expect.poll(() => visits(site, slow)).toBe(1);
    expect(await browsersOf(folder)).not.toEqual([]);
    await ended(first, 'SIGKILL');

    await start();
    await expect.poll(async () => (await call(`/v1/runs/${run_id}`)).status).toBe('completed');
    const timeline: { block: { label: string } | null }[] = await call(`/v1/runs/${run_id}/timeline`);
    const executed = timeline.flatMap(({ block }) => block?.label ?? []);
    expect(executed.filter((label) => label !== 'slow').toSorted()).toEqual(['catalog', 'home']);
    // The page of a block that has ended is loaded again for the next block; the block itself is not executed again.
    expect([visits(site, '/'), visits(site, slow), visits(site, '/catalog')]).toEqual([2, 2, 1]);
    await expect.poll(() => browsersOf(folder)).toEqual([]);
  });
});

function visits(site: DemoSite, path: string): number {
  return site.requests.filter((request) => request.path === path).length;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** Command lines of the processes that use a profile in this folder. */
async function browsersOf(folder: string): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    processes.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(`user-data-dir=${folder}`));
}
