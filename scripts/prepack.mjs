// Builds a package before it is packed, and refuses to pack what nobody could use: `prepack` of every package.
//
//   npx pnpm pack      in the folder of a package, also in a fresh clone
//
// It may run before anything is installed, so it imports Node's own modules only. With `RUNWRIGHT_PREPACK=built` it builds nothing,
// because all packages have just been built together.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackages } from './packages/build-packages.mjs';

const root = join(import.meta.dirname, '..');
const folder = process.cwd();
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

process.exitCode = await prepack();

async function prepack() {
  const refusal = clientProblem(process.env.npm_config_user_agent ?? '');
  if (refusal !== null) return fail(refusal);
  if (process.env.RUNWRIGHT_PREPACK !== 'built') {
    const { exitCode } = await buildPackages([folder]);
    if (exitCode !== 0) return fail(`the build ended with ${exitCode}. Correct what it prints above.`);
  }
  const missing = missingFiles();
  if (missing.length > 0)
    return fail(
      `\`${missing.join('`, `')}\` is missing after the build. Correct \`publishConfig\`, or delete \`dist\`.`,
    );
  return 0;
}

/**
 * Only pnpm writes out `workspace:` and `catalog:` versions and the members of `publishConfig`.
 *
 * @param {string} userAgent as package managers tell it to scripts, such as `pnpm/12.21.0 npm/? node/v26`
 */
function clientProblem(userAgent) {
  if (userAgent.startsWith('pnpm/')) return null;
  const { config } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const client = userAgent.split('/')[0] || 'node';
  return `\`${client}\` writes out neither the versions of \`workspace:\` and \`catalog:\` nor the exports of \`publishConfig\`. Run \`npx pnpm@${config.pnpm} pack\` instead.`;
}

/** The files that the published manifest names and that are not there. */
function missingFiles() {
  const { exports = {}, bin = {}, main = [], types = [] } = { ...manifest, ...manifest.publishConfig };
  return [exports, bin, main, types].flatMap(pathsIn).filter((path) => !existsSync(join(folder, path)));
}

/**
 * @param {unknown} value a path, or an object of them at any depth
 * @returns {readonly string[]}
 */
function pathsIn(value) {
  if (typeof value === 'string') return [value];
  return Object.values(Object(value)).flatMap(pathsIn);
}

/** @param {string} why */
function fail(why) {
  console.error(`Cannot pack \`${manifest.name}\`: ${why}`);
  return 1;
}
