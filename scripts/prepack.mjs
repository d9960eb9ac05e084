// Builds a package before it is packed, and refuses to pack what nobody could use: `prepack` of every package.
//
//   npx pnpm pack      in the folder of a package, also in a fresh clone
//
// It may run before anything is installed, so it imports Node's own modules only.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from './setup/child.mjs';

const root = join(import.meta.dirname, '..');
const folder = process.cwd();
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

process.exitCode = await prepack();

async function prepack() {
  const refusal = clientProblem(process.env.npm_config_user_agent ?? '');
  if (refusal !== null) return fail(refusal);
  removeStaleFiles();
  const built = (await prepared('tsc', '-b', folder)) || (await bundle()) || (await buildPage());
  if (built !== 0) return fail(`the build ended with ${built}. Correct what it prints above.`);
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

/** Bundles the libraries of `config.bundled` into `dist/bundled`; returns the exit code. */
async function bundle() {
  if (manifest.config?.bundled === undefined) return 0;
  return await prepared('node', join(root, 'scripts/packages/bundle-libraries.ts'), folder);
}

/** Builds the web page of a package that has `config.page` into `dist/page`; returns the exit code. */
async function buildPage() {
  if (manifest.config?.page === undefined) return 0;
  return await prepared('node', join(folder, 'src/checkout/build-page.ts'), join(folder, 'dist/page'));
}

/**
 * Runs a command with everything installed that it needs; returns its exit code.
 *
 * @param {...string} command
 */
async function prepared(...command) {
  const args = [join(root, 'scripts/bootstrap.mjs'), '--no-browser', ...command];
  return (await run(process.execPath, args, { cwd: root })).exitCode;
}

/**
 * Removes built files of which the source is gone, and makes the compiler write again those that are gone. Files that import from a
 * bundle are written again, because the bundle holds what they import of its library.
 */
function removeStaleFiles() {
  const dist = join(folder, 'dist');
  if (manifest.config?.bundled !== undefined) rmSync(dist, { recursive: true, force: true });
  const built = new Set(filesIn(dist));
  const sources = filesIn(join(folder, 'src')).filter((path) => /(?<!\.d)\.ts$/.test(path));
  const wanted = new Set(
    sources.flatMap((path) => ['.js', '.js.map', '.d.ts', '.d.ts.map'].map((end) => path.slice(0, -3) + end)),
  );
  for (const path of built)
    if (!wanted.has(path) && path !== '.tsbuildinfo' && !/^(?:bundled|page)\//.test(path))
      rmSync(join(dist, path));
  if ([...wanted].some((path) => !built.has(path))) rmSync(join(dist, '.tsbuildinfo'), { force: true });
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

/** @param {string} parent */
function filesIn(parent) {
  if (!existsSync(parent)) return [];
  return readdirSync(parent, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(parent, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** @param {string} why */
function fail(why) {
  console.error(`Cannot pack \`${manifest.name}\`: ${why}`);
  return 1;
}
