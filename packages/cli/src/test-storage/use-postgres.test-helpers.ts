import { relative } from 'node:path';
import { setTestStorage } from '@runwright/testing';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { postgresStorage, type StorageCounts, s3Variables } from './postgres-storage.test-helpers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    s3Endpoint: string;
    /** For the path of a test file, the titles of its tests that are left out, each with the reason. */
    excludedTests: Readonly<Record<string, Readonly<Record<string, string>>>>;
  }
  interface TaskMeta {
    storage?: StorageCounts;
  }
}

/** Setup file of Vitest: the tests of each file use PostgreSQL, pg-boss and S3. */
const storage = postgresStorage({ postgresUrl: inject('postgresUrl'), s3Endpoint: inject('s3Endpoint') });
const excluded = inject('excludedTests');

// A service in the process of its test finds the keys of S3 where a service in a process of its own does.
Object.assign(process.env, s3Variables);
setTestStorage(storage);
beforeAll(() => setTestStorage(storage));
beforeEach(({ task, skip }) => {
  task.file.meta.storage = storage.counts;
  const reason = excluded[relative(process.cwd(), task.file.filepath)]?.[task.name];
  if (reason !== undefined) skip(reason);
});
afterAll(async () => {
  setTestStorage(null);
  await storage.close();
});
