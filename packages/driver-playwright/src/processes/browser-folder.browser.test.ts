import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EgressPolicy } from '@runwright/contract';
import { browserUnderTest } from '@runwright/testing/browser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { playwrightDriver } from '../driver.ts';
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
  it('exits with all processes and its folder when its session is closed', {
    tags: ['extended'],
  }, async () => {
    const session = await open();
    expect(await browsers()).not.toEqual([]);
    await session.close();
    expect(await browsers()).toEqual([]);
    expect(await folders()).toEqual([]);
  });

  it('aborts `gone` and leaves nothing when it is killed', { tags: ['extended'] }, async () => {
    const session = await open();
    const [first] = await browsers();
    process.kill(-(first?.group ?? 0), 'SIGKILL');
    if (!session.gone.aborted) await once(session.gone, 'abort');
    await session.close();
    expect(await browsers()).toEqual([]);
    expect(await folders()).toEqual([]);
  });

  it('is killed on close when it does not respond', { tags: ['extended'] }, async () => {
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
