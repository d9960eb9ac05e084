// Checks a commit: format and lint first, then types and documentation beside the tests. The first failure ends it.
//
//   npm test                        all of it, without the tests with the tag `matrix`
//   npm run test:all                with them, and all tests of engine and service on PostgreSQL too
//   npm run test:postgres           only the tests of engine and service, on PostgreSQL
//   npm run test:security           only the tests with the tag `security`
//   npm test -- packages/jinja      the arguments go to vitest

import { join } from 'node:path';
import { run } from './setup/child.mjs';

/** @typedef {{ name: string, command: string, args: readonly string[], quiet: boolean }} Check */

const [first, ...rest] = process.argv.slice(2);
const tags = first === '--all' ? 'all' : first === '--security' ? 'security' : undefined;
/** The value of RUNWRIGHT_TEST_STORAGE, see `scripts/storage/postgres-tests.ts`. */
const storage = first === '--all' ? 'all' : first === '--postgres' ? 'postgres' : undefined;
const vitestArgs = tags || storage || first === undefined ? rest : [first, ...rest];
// Tests start many processes from source; with this folder Node compiles each module once for all of them.
const compileCache =
  process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../node_modules/.cache/node');
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: compileCache,
  ...(tags && { RUNWRIGHT_TEST_TAGS: tags }),
  ...(storage && { RUNWRIGHT_TEST_STORAGE: storage }),
};

/** @type {Check} */
const lint = {
  name: 'format and lint',
  command: 'biome',
  args: ['ci', '--colors=off', '--error-on-warnings', '.'],
  quiet: true,
};
/** @type {readonly Check[]} */
const compile = [
  { name: 'types', command: 'tsc', args: ['-b'], quiet: true },
  { name: 'documentation', command: 'typedoc', args: [], quiet: true },
];
/** @type {Check} */
const tests = { name: 'tests', command: 'vitest', args: ['run', ...vitestArgs], quiet: false };

const failure = new AbortController();
if (tags === 'security' || storage === 'postgres') await runInOrder([tests]);
else {
  await runInOrder([lint]);
  await Promise.all([runInOrder(compile), runInOrder([tests])]);
}

/**
 * Runs one check after the other until one fails, which ends those beside it too.
 *
 * @param {readonly Check[]} checks
 */
async function runInOrder(checks) {
  for (const check of checks) {
    if (failure.signal.aborted) return;
    const exitCode = await runCheck(check);
    if (exitCode === 0) continue;
    process.exitCode ||= exitCode;
    failure.abort();
  }
}

/** @param {Check} check */
async function runCheck({ name, command, args, quiet }) {
  const startedAt = performance.now();
  const { exitCode, output } = await run(command, args, { quiet, env, signal: failure.signal });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (exitCode === 0) {
    console.log(`ok      ${name} (${seconds} s)`);
    return 0;
  }
  if (failure.signal.aborted) {
    console.log(`stopped ${name} (${seconds} s), because another check failed`);
    return exitCode;
  }
  if (quiet) console.log(output.trimEnd());
  console.log(`FAILED  ${name} (${seconds} s): \`${[command, ...args].join(' ')}\` ended with ${exitCode}`);
  return exitCode;
}
