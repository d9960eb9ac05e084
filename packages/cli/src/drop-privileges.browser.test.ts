import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoSite, demoSite } from '@runwright/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findUser } from './drop-privileges.ts';
import { startsBrowsers } from './shared-browser.test-helpers.ts';
import { startCommand } from './start.test-helpers.ts';

const isRoot = process.getuid?.() === 0;
const hasUsers = process.platform === 'linux';
const key = 'rw_test_key_for_the_user_test';

describe.skipIf(!isRoot || !hasUsers || findUser('nobody') === null)(
  'a service that root starts for a user',
  () => {
    const nobody = findUser('nobody');
    let above: string;
    let service: ChildProcess | null = null;
    let site: DemoSite;

    beforeEach(async () => {
      above = await mkdtemp(join(tmpdir(), 'runwright-user-'));
      await chmod(above, 0o755);
      site = await demoSite();
    });
    afterEach(async () => {
      if (service && service.exitCode === null && service.signalCode === null) {
        service.kill('SIGKILL');
        await once(service, 'exit');
      }
      await site.close();
      await rm(above, { recursive: true, force: true, maxRetries: 5 });
    });

    const start = (dataDir: string) => {
      const variables = {
        RUNWRIGHT_USER: 'nobody',
        RUNWRIGHT_DATA_DIR: dataDir,
        RUNWRIGHT_API_KEY: key,
        RUNWRIGHT_RECORD: 'none',
        RUNWRIGHT_ALLOWED_HOSTS: new URL(site.url).host,
      };
      return startCommand(variables, (child) => {
        service = child;
      });
    };

    it('is a process of that user, and so is its browser, which has a sandbox', {
      ...startsBrowsers,
      tags: ['security'],
    }, async () => {
      const folder = join(above, 'new', 'data');
      const { process: child, base } = await start(folder);
      const post = async (path: string, body: object) => {
        const headers = { 'x-api-key': key, 'content-type': 'application/json' };
        const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return (await answer.json()) as any;
      };
      expect(await uidsOf(String(child.pid))).toEqual(Array(4).fill(nobody?.uid));
      expect(await groupsOf(String(child.pid))).not.toContain(0);
      expect((await stat(folder)).uid).toBe(nobody?.uid);
      const blocks = [{ block_type: 'goto_url', label: 'slow', url: `${site.url}/slow?ms=20000` }];
      const workflow = await post('/v1/workflows', { json_definition: { workflow_definition: { blocks } } });
      await post('/v1/run/workflows', { workflow_id: workflow.workflow_permanent_id });
      await expect.poll(() => site.requests.some(({ path }) => path.startsWith('/slow'))).toBe(true);
      const browsers = await processesWith(`--user-data-dir=${folder}`);
      expect(browsers.length).toBeGreaterThan(0);
      for (const { id, line } of browsers) {
        expect(await uidsOf(id)).toEqual(Array(4).fill(nobody?.uid));
        expect(line).not.toContain('--no-sandbox');
      }
    });

    it('does not start with a data folder of somebody else, and says what to run', {
      tags: ['security', 'extended'],
    }, async () => {
      const folder = join(above, 'data');
      await mkdir(folder, { mode: 0o700 });
      await expect(start(folder)).rejects.toThrow(`chown -R nobody: '${folder}'`);
      expect(await readdir(folder)).toEqual([]);
    });

    it('does not start with files of somebody else in its data folder', {
      tags: ['security', 'extended'],
    }, async () => {
      const folder = join(above, 'data');
      const { process: child } = await start(folder);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await writeFile(join(folder, 'master.key.old'), 'of root');
      await expect(start(folder)).rejects.toThrow(/master\.key\.old` belongs to another one/);
    });
  },
);

/** Real, effective, saved and file system user of a process. */
async function uidsOf(id: string): Promise<readonly number[]> {
  return numbersOf(id, 'Uid');
}

async function groupsOf(id: string): Promise<readonly number[]> {
  return [...(await numbersOf(id, 'Gid')), ...(await numbersOf(id, 'Groups'))];
}

async function numbersOf(id: string, field: string): Promise<readonly number[]> {
  const status = await readFile(`/proc/${id}/status`, 'utf8');
  const line = status.split('\n').find((one) => one.startsWith(`${field}:`)) ?? '';
  return (line.match(/\d+/g) ?? []).map(Number);
}

async function processesWith(text: string): Promise<{ id: string; line: string }[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    ids.map(async (id) => ({ id, line: await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '') })),
  );
  return lines.filter(({ line }) => line.includes(text));
}
