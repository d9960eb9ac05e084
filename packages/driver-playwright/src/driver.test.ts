import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testBrowserDriver } from '@runwright/testing/suites';
import { afterAll } from 'vitest';
import { playwrightDriver } from './driver.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

testBrowserDriver('playwrightDriver', async () => {
  const stateFolder = await mkdtemp(join(tmpdir(), 'runwright-browsers-'));
  folders.push(stateFolder);
  return playwrightDriver({ stateFolder });
});
