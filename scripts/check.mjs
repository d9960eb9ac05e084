// Checks a commit, level by level: static checks, then the tests. A failed static check ends it; a failed level of tests
// lets the others run. At the end it prints tests, wall time and CPU time of each level.
//
//   npm test                        the levels; the documentation checks only where documents or exports changed
//   npm run test:all                with the tests with the tag `extended`, and all tests of engine and service on PostgreSQL
//   npm run test:postgres           only the tests of engine and service, on PostgreSQL
//   npm run test:security           only the tests with the tag `security`
//   npm run check:docs              only the documentation checks
//   npm test -- packages/jinja      the arguments go to Vitest; levels without such files are left out
//   npm test -- --changed           the tests that a change can affect
//   npm test -- --ci                fails too when a level exceeds its CPU budget, and leaves the documentation checks out

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changesOfBranch, gitIn } from './levels/changes.ts';
import { documentsChanged } from './levels/documents-changed.ts';
import { resultVariable } from './levels/level-result.ts';
import { measureCpu } from './levels/measure-cpu.ts';
import { overBudget, resultLines } from './levels/print-results.ts';
import { pathFilters, selectLevels } from './levels/select-levels.ts';
import { run, wasInterrupted } from './setup/child.mjs';
import { postgresProject } from './storage/postgres-tests.ts';

/** @typedef {import('./levels/level-result.ts').LevelResult} LevelResult */
/** @typedef {import('./levels/level-result.ts').TestResult} TestResult */
/** @typedef {{ name: string, command: string, args: readonly string[], quiet: boolean, withTags?: boolean }} Check */
/** @typedef {{ name: string, checks: readonly (readonly Check[])[] }} Level Lists of checks that run beside each other, those of a list in order. */

const root = join(import.meta.dirname, '..');
const ownOptions = ['--all', '--postgres', '--security', '--docs', '--ci'];
const given = process.argv.slice(2);
const has = (/** @type {string} */ option) => given.includes(option);
const vitestArgs = given.filter((arg) => !ownOptions.includes(arg));
/** The value of RUNWRIGHT_TEST_TAGS, see `vitest.config.ts`. */
const tags = has('--all') ? 'all' : has('--security') ? 'security' : undefined;
/** The value of RUNWRIGHT_TEST_STORAGE, see `scripts/storage/postgres-tests.ts`. */
const storage = has('--all') ? 'all' : has('--postgres') ? 'postgres' : undefined;

const results = mkdtempSync(join(tmpdir(), 'runwright-results-'));
const env = {
  ...process.env,
  // Tests start many processes from source; with this folder Node compiles each module once for all of them.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node'),
  [resultVariable]: join(results, 'result.json'),
  ...(tags && { RUNWRIGHT_TEST_TAGS: tags }),
  ...(storage && { RUNWRIGHT_TEST_STORAGE: storage }),
};

/** @type {Level} */
const staticLevel = {
  name: 'static',
  checks: [
    [
      {
        name: 'format and lint',
        command: 'biome',
        args: ['ci', '--colors=off', '--error-on-warnings', '.'],
        quiet: true,
      },
    ],
    // One checker uses half the CPU time of the usual four, and Biome needs the other core.
    [typescript('types', ['-p', 'tsconfig.check.json', '--checkers', '1'])],
  ],
};
/** @type {Level} */
const documentation = {
  name: 'documentation',
  checks: [
    [
      {
        name: 'site and API reference',
        command: 'node',
        args: ['scripts/site/build-site.ts', '--try'],
        quiet: true,
      },
    ],
    [vitest('documentation tests', ['docs'])],
  ],
};

try {
  process.exitCode = await checkLevels(chooseLevels());
} finally {
  rmSync(results, { recursive: true, force: true });
}

/** @returns {readonly Level[]} */
function chooseLevels() {
  if (has('--docs')) return [documentation];
  if (has('--postgres')) return [testLevel(postgresProject, [postgresProject])];
  const levels = selectLevels(root, vitestArgs, has('--all')).map(({ name, projects }) =>
    testLevel(name, projects),
  );
  if (has('--security')) return levels;
  if (pathFilters(vitestArgs).length > 0) return [staticLevel, ...levels];
  const withDocumentation = !has('--ci') && (has('--all') || documentsChanged(changesOfBranch(gitIn(root))));
  return [staticLevel, ...levels, ...(withDocumentation ? [documentation] : [])];
}

/**
 * @param {string} name
 * @param {readonly string[]} projects
 * @returns {Level}
 */
function testLevel(name, projects) {
  return { name, checks: [[vitest(`${name} tests`, projects)]] };
}

/**
 * @param {string} name
 * @param {readonly string[]} projects Names of Vitest projects, or patterns with `*`.
 * @returns {Check}
 */
function vitest(name, projects) {
  const chosen = projects.map((project) => `--project=${project}`);
  return {
    name,
    command: 'vitest',
    args: ['run', '--passWithNoTests', ...chosen, ...vitestArgs],
    quiet: false,
    // What the tests with a tag repeat does not depend on the store.
    withTags: !projects.includes(postgresProject) || projects.length > 1,
  };
}

/**
 * The native compiler. typedoc and the scripts that read sources use the older one, which has an API for them.
 *
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Check}
 */
function typescript(name, args) {
  return { name, command: 'node', args: ['node_modules/typescript-7/bin/tsc', ...args], quiet: true };
}

/**
 * Runs the levels in order, prints what came of them, and returns the exit code.
 *
 * @param {readonly Level[]} levels
 */
async function checkLevels(levels) {
  if (levels.length === 0) {
    console.log(`No test file matches \`${vitestArgs.join(' ')}\`. Pass a part of its path.`);
    return 1;
  }
  /** @type {LevelResult[]} */
  const ended = [];
  for (const level of levels) {
    const result = await checkLevel(level);
    ended.push(result);
    if (wasInterrupted(result.exitCode) || (level === staticLevel && result.exitCode !== 0)) break;
  }
  const budget = JSON.parse(readFileSync(join(import.meta.dirname, 'test-budget.json'), 'utf8'));
  console.log(resultLines(ended, budget).join('\n'));
  const failed = ended.find(({ exitCode }) => exitCode !== 0);
  return failed?.exitCode ?? (has('--ci') && overBudget(ended, budget).length > 0 ? 1 : 0);
}

/**
 * Runs the lists of checks of a level beside each other, each to its first failure.
 *
 * @param {Level} level
 * @returns {Promise<LevelResult>}
 */
async function checkLevel({ name, checks }) {
  const endMeasurement = measureCpu();
  const startedAt = performance.now();
  const exitCodes = await Promise.all(checks.map(runInOrder));
  return {
    name,
    tests: takeTestResult(),
    exitCode: exitCodes.find((exitCode) => exitCode !== 0) ?? 0,
    wallMs: performance.now() - startedAt,
    cpuMs: endMeasurement(),
  };
}

/** @param {readonly Check[]} checks */
async function runInOrder(checks) {
  for (const check of checks) {
    const exitCode = await runCheck(check);
    if (exitCode !== 0) return exitCode;
  }
  return 0;
}

/** @param {Check} check */
async function runCheck({ name, command, args, quiet, withTags = true }) {
  const startedAt = performance.now();
  const { RUNWRIGHT_TEST_TAGS: _tags, ...untagged } = env;
  const { exitCode, output } = await run(command, args, { quiet, env: withTags ? env : untagged });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (exitCode === 0) {
    console.log(`ok      ${name} (${seconds} s)`);
    return 0;
  }
  if (quiet) console.log(output.trimEnd());
  console.log(`FAILED  ${name} (${seconds} s): \`${[command, ...args].join(' ')}\` ended with ${exitCode}`);
  return exitCode;
}

/**
 * What the tests of the level ended with; undefined where it has none, or Vitest ended before them.
 *
 * @returns {TestResult | undefined}
 */
function takeTestResult() {
  const path = env[resultVariable];
  try {
    const result = JSON.parse(readFileSync(path, 'utf8'));
    rmSync(path);
    return result;
  } catch {
    return undefined;
  }
}
