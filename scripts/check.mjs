// Everything that has to be true of a commit, in the order of what it costs; the first thing that is not true ends it.
//
//   npm test                        all of it, without the tests with the tag `matrix`
//   npm run test:all                with them
//   npm run test:security           only the tests with the tag `security`
//   npm test -- packages/jinja      the arguments go to vitest

import { run } from './setup/child.mjs';

/** @typedef {{ name: string, command: string, args: readonly string[], quiet: boolean }} Check */

const [first, ...rest] = process.argv.slice(2);
const tags = first === '--all' ? 'all' : first === '--security' ? 'security' : undefined;
const vitestArgs = tags || first === undefined ? rest : [first, ...rest];
const env = tags ? { ...process.env, RUNWRIGHT_TEST_TAGS: tags } : process.env;

/** @type {readonly Check[]} */
const checks = [
  {
    name: 'format and lint',
    command: 'biome',
    args: ['ci', '--colors=off', '--error-on-warnings', '.'],
    quiet: true,
  },
  { name: 'types', command: 'tsc', args: ['-b'], quiet: true },
  { name: 'documentation', command: 'typedoc', args: [], quiet: true },
  { name: 'tests', command: 'vitest', args: ['run', ...vitestArgs], quiet: false },
];

for (const check of tags === 'security' ? checks.slice(-1) : checks) {
  const exitCode = await carryOut(check);
  if (exitCode !== 0) {
    process.exitCode = exitCode;
    break;
  }
}

/** @param {Check} check */
async function carryOut({ name, command, args, quiet }) {
  const startedAt = performance.now();
  const { exitCode, output } = await run(command, args, { quiet, env });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (exitCode === 0) {
    console.log(`ok      ${name} (${seconds} s)`);
    return 0;
  }
  if (quiet) console.log(output.trimEnd());
  console.log(`FAILED  ${name} (${seconds} s): \`${[command, ...args].join(' ')}\` ended with ${exitCode}`);
  return exitCode;
}
