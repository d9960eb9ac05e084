import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findPostgres } from './packages/testing/src/postgres/find-postgres.ts';
import { SkippedTestsReporter } from './scripts/skipped-tests-reporter.ts';
import { SlowFirstSequencer } from './scripts/slow-first-sequencer.ts';
import {
  excludedTests,
  findPostgresTests,
  postgresProject,
  smokeTests,
  storageVariable,
} from './scripts/storage/postgres-tests.ts';
import { StorageReporter } from './scripts/storage/storage-reporter.ts';
import { type TestBrowser, testBrowsers } from './scripts/test-browsers.ts';
import { extendedTag, securityTag, type TestLevel, testLevels } from './scripts/test-levels.ts';
import { UnsteadyTestsReporter } from './scripts/unsteady-tests-reporter.ts';

const browsers = testBrowsers(process.env.RUNWRIGHT_TEST_BROWSERS);
for (const { name, path } of browsers) console.log(`browser tests run on ${name}, \`${path}\``);

const runsAll = process.env.RUNWRIGHT_TEST_TAGS === 'all';
/** The tests of pages in a document, which `test:all` repeats in a browser. */
const componentTests = testLevels.find(({ name }) => name === 'components')?.include ?? [];
const storage = process.env[storageVariable] ?? 'default';
const projects = [
  ...(storage === 'postgres' ? [] : onDefaultStorage()),
  ...(storage !== 'default' || findPostgres()
    ? [onPostgres(storage === 'default' ? smokeTests : findPostgresTests(import.meta.dirname))]
    : []),
];

export default defineConfig({
  test: {
    expect: { poll: { timeout: 60_000 } },
    // A test that fails on a busy machine is wrong: it is corrected, and never repeated.
    retry: 0,
    tags: [extendedTag, securityTag],
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

/** @param tags `all` for every test, the name of a tag for its tests alone; without it all that `npm test` runs */
function tagsFilter(tags = `!${extendedTag.name}`): string[] {
  return tags === 'all' ? [] : [tags];
}

function onDefaultStorage(): TestProjectInlineConfiguration[] {
  return testLevels.flatMap((level) => {
    const usesBrowser = level.name === 'browser' || level.name === 'console';
    return usesBrowser && browsers.length > 0
      ? browsers.map((browser) => onLevel(level, browser))
      : [onLevel(level)];
  });
}

/** One project for each level; with a list of browsers, one for each browser, such as `console on Chromium 150.0.7871.100`. */
function onLevel(
  { name, include, exclude, timeoutMs: levelMs }: TestLevel,
  browser?: TestBrowser,
): TestProjectInlineConfiguration {
  const repeatsComponents = name === 'console' && runsAll;
  const timeoutMs = repeatsComponents ? extendedTag.timeout : levelMs;
  return {
    extends: true,
    test: {
      name: browser ? `${name} on ${browser.name}` : name,
      include: [...include, ...(repeatsComponents ? componentTests : [])],
      exclude: ['**/node_modules/**', ...exclude],
      ...(name === 'components' ? { provide: { pagesIn: 'document' } } : {}),
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      ...(browser ? { env: { RUNWRIGHT_TEST_BROWSER: browser.path, RUNWRIGHT_CHROMIUM: browser.path } } : {}),
    },
  };
}

/** The tests of engine and service on PostgreSQL, pg-boss and S3. Without a PostgreSQL the setup of this project fails. */
function onPostgres(include: readonly string[]): TestProjectInlineConfiguration {
  const [browser] = browsers;
  const setup = './packages/cli/src/test-storage';
  return {
    extends: true,
    test: {
      name: postgresProject,
      testTimeout: 60_000,
      hookTimeout: 60_000,
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
