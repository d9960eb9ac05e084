import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { relativeImports } from '../layers.ts';

/** Which storage tests run on: `default` (and the smoke tests on PostgreSQL where it is installed), `postgres`, or `all` for both. */
export const storageVariable = 'RUNWRIGHT_TEST_STORAGE';

/** Name of the Vitest project of the tests on PostgreSQL. */
export const postgresProject = 'PostgreSQL';

/** The helpers that give a test its storage. */
const helpers = [
  'packages/core/src/acceptance/test-engine.test-helpers.ts',
  'packages/cli/src/test-storage/service-storage.test-helpers.ts',
];

/** The tests that `npm test` runs on PostgreSQL too. */
export const smokeTests: readonly string[] = [
  'packages/core/src/acceptance/acceptance-files.test.ts',
  'packages/core/src/acceptance/lost-worker.test.ts',
  'packages/core/src/acceptance/two-workers.service.test.ts',
];

/** The test files that do not run on PostgreSQL, with the reasons. */
export const excludedFiles: Readonly<Record<string, string>> = {
  'packages/cli/src/several-processes.service.test.ts': 'it always uses PostgreSQL',
  'packages/cli/src/copy.service.test.ts': 'it copies a data folder to PostgreSQL',
  'packages/cli/src/canary.service.test.ts': 'it searches the files of a data folder',
};

/** For each test file the titles of its tests that do not run on PostgreSQL, with the reasons. */
export const excludedTests: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'packages/core/src/acceptance/billing.service.test.ts': {
    'a new period begins at the end of the month, when it is next looked at':
      'it moves the clock through a month of polls, each of which would wait for the database',
  },
  'packages/core/src/worker/outbox.test.ts': {
    'webhooks that wait for a place are sent by the next engine, once':
      'an engine sends webhooks while it waits for its database to close, so none may be left for the next one',
  },
};

/**
 * Returns the test files of the engine and of the service whose storage is replaceable: those that import one of the helpers,
 * themselves or by another helper. Paths from the root of the repository.
 */
export function findPostgresTests(root: string): readonly string[] {
  const files = ['core', 'cli'].flatMap((folder) =>
    globSync(`packages/${folder}/src/**/*.{test,test-helpers}.ts`, { cwd: root }),
  );
  const importers = new Map<string, string[]>();
  for (const file of files)
    for (const { to } of relativeImports(file, readFileSync(join(root, file), 'utf8')))
      importers.set(to, [...(importers.get(to) ?? []), file]);
  const found = new Set<string>(helpers);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return [...found].filter((file) => file.endsWith('.test.ts') && !Object.hasOwn(excludedFiles, file)).sort();
}
