import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates the folder in which test processes keep what lives as long as they do; the returned function removes it. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'runwright-tests-'));
  process.env.RUNWRIGHT_TEST_FOLDER = folder;
  // A browser that ends with its test process may hold files for a moment.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
