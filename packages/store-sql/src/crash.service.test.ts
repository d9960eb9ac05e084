import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sqliteStore } from './index.ts';

/** Commits without end: each time a patch, an attempt and an event; writes a number once its commit is acknowledged. */
const writer = `
  import { writeSync } from 'node:fs';
  const [address, folder] = process.argv.slice(1);
  const { sqliteStore } = await import(address);
  const store = await sqliteStore({ folder });
  const place = { runId: 'wr_1', organizationId: 'o_1' };
  await store.runs.create({ ...place, workflowRunId: 'wr_1', kind: 'workflow', workflowId: 'w_1',
    workflowPermanentId: 'wpid_1', title: null, request: {}, parameters: {}, settings: {}, triggerType: 'api',
    apiKeyId: null, createdAt: 1 }, []);
  const { fence } = await store.runs.claim('wr_1', { owner: 'writer', leaseMs: 1e9, now: 1 });
  for (let count = 1; ; count++) {
    await store.runs.commit('wr_1', [
      { type: 'run', revision: count, patch: { stepCount: count } },
      { type: 'attempt', attempt: { ...place, path: ['a', count], attempt: 1, blockRunId: 'wrb_' + count,
        label: 'a', blockType: 'wait', status: 'running', output: null, failureReason: null,
        failureCategory: null, errors: [], chosenLabel: null, effect: false, owner: 'writer', fenceToken: 1,
        startedAt: count, finishedAt: null, dueAt: null } },
      { type: 'timeline', event: { ...place, eventId: 'th_' + count, blockRunId: null, label: null, at: count,
        type: 'progress', message: 'x'.repeat(count % 3000), data: null } },
    ], fence, { now: count });
    writeSync(1, count + '\\n');
  }
`;

type Child = ChildProcessByStdio<null, Readable, null>;

let folder: string;
let child: Child | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runwright-crash-'));
});
afterEach(async () => {
  if (child) await kill(child);
  rmSync(folder, { recursive: true, force: true });
});

it('a process killed after 40 commits loses none that was acknowledged and leaves none by half', () =>
  expectWhole(40));

it.each([1, 173, 500])(
  'a process killed after %i commits loses none that was acknowledged and leaves none by half',
  { tags: ['extended'] },
  (commits) => expectWhole(commits),
);

it('a database is refused while another process has it open, and free once that one is killed', async () => {
  child = startWriter();
  await firstLine(child);
  await expect(sqliteStore({ folder })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`process \`${child.pid}\``),
  });
  await kill(child);
  await (await sqliteStore({ folder })).close();
});

async function expectWhole(commits: number): Promise<void> {
  child = startWriter();
  const acknowledged = await killAfter(child, commits);

  const store = await sqliteStore({ folder });
  const run = await store.runs.find('wr_1');
  const events = await store.timeline.read('wr_1', { limit: 100_000 });
  const attempts = await store.attempts.read('wr_1');
  const next = await store.runs.claim('wr_1', { owner: 'next', leaseMs: 1000, now: 2 });
  await store.close();

  expect(acknowledged).toBeGreaterThanOrEqual(commits);
  expect(events.length).toBeGreaterThanOrEqual(acknowledged);
  expect(attempts).toHaveLength(events.length);
  expect(run).toMatchObject({ stepCount: events.length, revision: events.length + 1 });
  expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
  expect(next?.fence).toEqual({ owner: 'next', token: 2 });
}

function startWriter(): Child {
  const address = new URL('./index.ts', import.meta.url).href;
  return spawn(process.execPath, ['--input-type=module', '--eval', writer, address, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function firstLine(process: Child): Promise<void> {
  for await (const line of createInterface({ input: process.stdout })) {
    if (line) return;
  }
}

/** Kills once so many commits are acknowledged; answers the last one that was, up to the end of the process. */
async function killAfter(process: Child, commits: number): Promise<number> {
  let last = 0;
  for await (const line of createInterface({ input: process.stdout })) {
    last = Number(line);
    if (last === commits) process.kill('SIGKILL');
  }
  await kill(process);
  return last;
}

async function kill(process: Child): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  process.kill('SIGKILL');
  await once(process, 'exit');
}
