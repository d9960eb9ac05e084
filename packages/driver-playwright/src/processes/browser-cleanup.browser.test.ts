// @module-tag extended: opens and kills many browsers
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserUnderTest, testBrowserVariable } from '@runwright/testing/browser';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DrillReport } from './browser-cleanup.test-process.ts';
import { reapBrowsers } from './browser-folder.ts';
import { runningProcesses } from './process-table.ts';

/** The only folder for temporary files of the processes below: what is in it at the end was left behind. */
let temporary: string;
let stateFolder: string;

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'rw-test-'));
  stateFolder = await mkdtemp(join(tmpdir(), 'runwright-state-'));
});
afterEach(async () => {
  await rm(temporary, { recursive: true, force: true });
  await rm(stateFolder, { recursive: true, force: true });
});

const start = (file: string, args: readonly string[]) =>
  fork(join(import.meta.dirname, file), [stateFolder, ...args], {
    env: { TMPDIR: temporary, [testBrowserVariable]: browserUnderTest().executablePath },
    execArgv: ['--expose-gc'],
  });
const left = async () => ({
  processes: (await runningProcesses()).filter(({ command }) => command.includes(stateFolder)),
  folders: await readdir(join(stateFolder, 'browsers')),
  temporary: await readdir(temporary),
});
const patientMs = 120_000;
const nothing = { processes: [], folders: [], temporary: [] };

/** Opens sessions four at a time and kills some of them. */
async function expectNothingLeft(sessions: number, killed: number, endings: DrillReport['endings']) {
  const drill = start('browser-cleanup.test-process.ts', [String(sessions), String(killed)]);
  const reports: DrillReport[] = [];
  drill.on('message', (report: DrillReport) => reports.push(report));
  await once(drill, 'exit');
  expect(reports[0]?.endings).toEqual(endings);
  expect(await left()).toEqual(nothing);
}

it(
  'sessions that are closed or killed during an action leave no process and no file',
  {
    timeout: patientMs,
  },
  () => expectNothingLeft(6, 3, { browser_failed: 2, canceled: 1 }),
);

it(
  'many sessions that are closed or killed during an action leave no process and no file',
  {
    timeout: 4 * patientMs,
    tags: ['extended'],
  },
  () => expectNothingLeft(12, 6, { browser_failed: 4, canceled: 2 }),
);

it('the next start removes what a killed owner left behind', async () => {
  const owner = start('browser-folder.test-process.ts', []);
  await once(owner, 'message');
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  expect(await reapBrowsers(join(stateFolder, 'browsers'))).toBe(1);
  expect(await left()).toEqual(nothing);
});
