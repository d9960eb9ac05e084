import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findPostgres } from './packages/testing/src/postgres/find-postgres.ts';
import { matrixTag, SkippedTestsReporter, securityTag } from './scripts/skipped-tests-reporter.ts';
import { SlowFirstSequencer } from './scripts/slow-first-sequencer.ts';
import {
  excludedTests,
  findPostgresTests,
  postgresProject,
  smokeTests,
  storageVariable,
} from './scripts/storage/postgres-tests.ts';
import { StorageReporter } from './scripts/storage/storage-reporter.ts';
import { browserTests, type TestBrowser, testBrowsers } from './scripts/test-browsers.ts';
import { UnsteadyTestsReporter } from './scripts/unsteady-tests-reporter.ts';

const include = [
  'packages/*/src/**/*.test.ts',
  'examples/**/*.test.ts',
  'benchmarks/**/*.test.ts',
  'fixtures/src/**/*.test.ts',
  'scripts/**/*.test.ts',
];
const browsers = testBrowsers(process.env.RUNWRIGHT_TEST_BROWSERS);
for (const { name, path } of browsers) console.log(`browser tests run on ${name}, \`${path}\``);

const storage = process.env[storageVariable] ?? 'default';
const projects = [
  ...(storage === 'postgres' ? [] : onDefaultStorage()),
  ...(storage !== 'default' || findPostgres()
    ? [onPostgres(storage === 'default' ? smokeTests : findPostgresTests(import.meta.dirname))]
    : []),
];

export default defineConfig({
  test: {
    // A busy machine takes its time: these end what hangs, and nothing else.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    expect: { poll: { timeout: 60_000 } },
    // Browsers and servers of a machine without a processor to spare miss limits of the product, which no test may
    // lengthen. UnsteadyTestsReporter names each test that needed it.
    retry: 1,
    tags: [matrixTag, securityTag],
    tagsFilter: tagsFilter(process.env.RUNWRIGHT_TEST_TAGS),
    setupFiles: process.env.RUNWRIGHT_RECORD_API
      ? ['./scripts/api-coverage/record-exchanges.test-helpers.ts']
      : [],
    reporters: ['default', new SkippedTestsReporter(), new UnsteadyTestsReporter(), new StorageReporter()],
    // No test mocks a module or changes a global for good; loading the modules again for each file took most of the time.
    isolate: false,
    sequence: { sequencer: SlowFirstSequencer },
    // Browsers are waited for more than they work.
    maxWorkers: 3,
    projects,
  },
});

/** @param tags `all` for every test, the name of a tag for its tests alone; without it all that is not in the matrix */
function tagsFilter(tags = `!${matrixTag.name}`): string[] {
  return tags === 'all' ? [] : [tags];
}

function onDefaultStorage(): TestProjectInlineConfiguration[] {
  if (browsers.length === 0) return [{ extends: true, test: { name: 'default', include } }];
  return [withoutBrowser(), ...browsers.map(withBrowser)];
}

/** The tests of engine and service on PostgreSQL, pg-boss and S3. Without a PostgreSQL the setup of this project fails. */
function onPostgres(include: readonly string[]): TestProjectInlineConfiguration {
  const [browser] = browsers;
  const setup = './packages/cli/src/test-storage';
  return {
    extends: true,
    test: {
      name: postgresProject,
      include: [...include],
      globalSetup: [
        `${setup}/postgres-server.test-helpers.ts`,
        './packages/artifacts-s3/src/s3-server.test-helpers.ts',
      ],
      setupFiles: [`${setup}/use-postgres.test-helpers.ts`],
      provide: { excludedTests },
      ...(browser ? { env: { RUNWRIGHT_TEST_BROWSER: browser.path, RUNWRIGHT_CHROMIUM: browser.path } } : {}),
    },
  };
}

function withoutBrowser(): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: { name: 'no browser', include, exclude: [...configDefaults.exclude, ...browserTests] },
  };
}

function withBrowser({ name, path }: TestBrowser): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [...browserTests],
      env: { RUNWRIGHT_TEST_BROWSER: path, RUNWRIGHT_CHROMIUM: path },
    },
  };
}
