import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EgressPolicy } from '@runwright/contract';
import { browserUnderTest } from '@runwright/testing/browser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { playwrightDriver } from '../driver.ts';
import { createBrowserFolder, reapBrowsers } from './browser-folder.ts';
import { runningProcesses } from './process-table.ts';

const signal = new AbortController().signal;
const closed: EgressPolicy = { check: () => Promise.reject(new Error('closed')) };
let stateFolder: string;

beforeEach(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), 'runwright state-'));
});
afterEach(() => rm(stateFolder, { recursive: true, force: true }));

const browsers = async () =>
  (await runningProcesses()).filter(({ command }) => command.includes(stateFolder));
const folders = () => readdir(join(stateFolder, 'browsers'));
const open = () =>
  playwrightDriver({ ...browserUnderTest(), stateFolder }).open({
    egress: closed,
    reveal: (text) => text,
    signal,
  });

describe('a browser', () => {
  it('exits with all processes and its folder when its session is closed', async () => {
    const session = await open();
    expect(await browsers()).not.toEqual([]);
    await session.close();
    expect(await browsers()).toEqual([]);
    expect(await folders()).toEqual([]);
  });

  it('aborts `gone` and leaves nothing when it is killed', async () => {
    const session = await open();
    const [first] = await browsers();
    process.kill(-(first?.group ?? 0), 'SIGKILL');
    if (!session.gone.aborted) await once(session.gone, 'abort');
    await session.close();
    expect(await browsers()).toEqual([]);
    expect(await folders()).toEqual([]);
  });

  it('is killed on close when it does not respond', async () => {
    const session = await open();
    const [first] = await browsers();
    // The whole group at once: one of its processes may end by itself meanwhile.
    process.kill(-(first?.group ?? 0), 'SIGSTOP');
    await session.close();
    expect(await browsers()).toEqual([]);
    expect(await folders()).toEqual([]);
  });

  it('exits when its owner is killed, and reaping removes its folder', async () => {
    const owner = fork(join(import.meta.dirname, 'browser-folder.test-process.ts'), [stateFolder]);
    await once(owner, 'message');
    expect(await browsers()).not.toEqual([]);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(await playwrightDriver({ ...browserUnderTest(), stateFolder }).reap?.()).toBe(1);
    expect(await folders()).toEqual([]);
    await expect.poll(browsers).toEqual([]);
  });
});

describe('reaping', () => {
  it('keeps the browsers of a running owner', async () => {
    const folder = await createBrowserFolder(stateFolder);
    expect(await reapBrowsers(stateFolder)).toBe(0);
    expect(existsSync(folder.profile)).toBe(true);
  });

  it('treats an owner as dead when another process has its pid', async () => {
    const folder = await createBrowserFolder(stateFolder);
    await writeFile(join(folder.path, 'owner.json'), JSON.stringify({ pid: process.pid, startedAt: '1' }));
    expect(await reapBrowsers(stateFolder)).toBe(1);
    expect(existsSync(folder.path)).toBe(false);
  });

  it('finds nothing in a missing folder', async () => {
    expect(await reapBrowsers(join(stateFolder, 'none'))).toBe(0);
  });
});
