import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findPostgres } from './packages/testing/src/postgres/find-postgres.ts';
import { ChangedFiles } from './scripts/levels/changed-files.ts';
import { ResultReporter } from './scripts/levels/result-reporter.ts';
import { findHeadlessShell } from './scripts/setup/chromium.mjs';
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

/** Starts the PostgreSQL server that the tests of a project share. */
const postgresServerSetup = './packages/cli/src/test-storage/postgres-server.test-helpers.ts';

const browsers = testBrowsers(process.env.RUNWRIGHT_TEST_BROWSERS);
for (const { name, path } of browsers) console.log(`browser tests run on ${name}, \`${path}\``);

const runsAll = process.env.RUNWRIGHT_TEST_TAGS === 'all';
/**
 * The browser of `npm test`: one without windows does the same work in two thirds of the CPU time. The commands that select
 * tests by tag use the whole browser.
 */
const { RUNWRIGHT_TEST_TAGS, RUNWRIGHT_TEST_BROWSER } = process.env;
const quickBrowser =
  (RUNWRIGHT_TEST_TAGS ?? RUNWRIGHT_TEST_BROWSER) ? undefined : findHeadlessShell(process.env);
/** The tests of pages in a document, which `test:all` repeats in a browser. */
const componentTests = testLevels.find(({ name }) => name === 'components')?.include ?? [];
const storage = process.env[storageVariable] ?? 'default';
/**
 * Node loads the modules as it does in a service: its compile cache then serves every process of the run, and no source is
 * transformed by Vite. Only the pages of the console need Vite, for their JSX.
 */
const nativeModules = { experimental: { viteModuleRunner: false, nodeLoader: false } };

const projects = [
  ...(storage === 'postgres' ? [] : onDefaultStorage()),
  ...(storage !== 'default' || findPostgres()
    ? [onPostgres(storage === 'default' ? smokeTests : findPostgresTests(import.meta.dirname))]
    : []),
];

export default defineConfig({
  test: {
    // A test that fails on a busy machine is wrong: it is corrected, and never repeated.
    retry: 0,
    tags: [extendedTag, securityTag],
    // The published suites carry tags only where a config asks for them.
    provide: { suiteTags: [extendedTag.name, securityTag.name] },
    tagsFilter: tagsFilter(process.env.RUNWRIGHT_TEST_TAGS),
    setupFiles: process.env.RUNWRIGHT_RECORD_API
      ? ['./scripts/api-coverage/record-exchanges.test-helpers.ts']
      : [],
    reporters: ['default', new ResultReporter(), new StorageReporter()],
    // No test mocks a module or changes a global for good; loading the modules again for each file took most of the time.
    isolate: false,
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/pnpm-lock.yaml'],
    experimental: { vcsProvider: new ChangedFiles() },
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
function onLevel(level: TestLevel, browser?: TestBrowser): TestProjectInlineConfiguration {
  const { name, include, exclude, maxWorkers } = level;
  const repeatsComponents = name === 'console' && runsAll;
  const timeoutMs = repeatsComponents ? extendedTag.timeout : level.timeoutMs;
  const usesQuickBrowser = quickBrowser !== undefined && (name === 'browser' || name === 'console');
  return {
    extends: true,
    test: {
      name: browser ? `${name} on ${browser.name}` : name,
      include: [...include, ...(repeatsComponents ? componentTests : [])],
      exclude: ['**/node_modules/**', ...exclude],
      globalSetup: [
        './scripts/test-folder.ts',
        ...(name === 'service' && findPostgres() ? [postgresServerSetup] : []),
      ],
      ...limits(timeoutMs),
      ...(name === 'components' ? { provide: { pagesIn: 'document' } } : nativeModules),
      maxWorkers,
      // Levels of one run follow each other.
      sequence: { groupOrder: testLevels.indexOf(level) },
      ...(usesQuickBrowser ? { env: { RUNWRIGHT_TEST_BROWSER: quickBrowser } } : {}),
      ...(browser ? { env: { RUNWRIGHT_TEST_BROWSER: browser.path, RUNWRIGHT_CHROMIUM: browser.path } } : {}),
    },
  };
}

/** A poll ends a little before its test, so that the test fails with the fact that did not come about. */
function limits(timeoutMs: number) {
  return {
    testTimeout: timeoutMs,
    // A set-up serves many tests.
    hookTimeout: timeoutMs * 2,
    expect: { poll: { timeout: timeoutMs * 0.9 } },
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
      ...limits(60_000),
      ...nativeModules,
      maxWorkers: 2,
      sequence: { groupOrder: testLevels.length },
      include: [...include],
      globalSetup: [postgresServerSetup, './packages/artifacts-s3/src/s3-server.test-helpers.ts'],
      setupFiles: [`${setup}/use-postgres.test-helpers.ts`],
      provide: { excludedTests },
      ...(browser ? { env: { RUNWRIGHT_TEST_BROWSER: browser.path, RUNWRIGHT_CHROMIUM: browser.path } } : {}),
    },
  };
}
