// Builds packages for publication. `prepack` uses it before anything is installed, so it imports Node's own modules only.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from '../setup/child.mjs';

const root = join(import.meta.dirname, '../..');

/**
 * Builds packages and those below them: one run of the compiler for all, then what each adds to its `dist`, the web page of
 * `config.page` and the libraries of `config.bundled`. Libraries are bundled after the last compilation, which would write the files
 * that import them again.
 *
 * @param {readonly string[]} folders absolute paths of packages
 * @param {{ quiet?: boolean, checksTypes?: boolean }} [options] with `quiet` the output is kept and returned; types are checked
 *   unless `checksTypes` is false, which takes half of the time
 * @returns {Promise<{ exitCode: number, output: string }>} of the first command that failed, else 0
 */
export async function buildPackages(folders, { quiet = false, checksTypes = true } = {}) {
  const packages = folders.map((folder) => ({ folder, config: readConfig(folder) }));
  for (const { folder, config } of packages) removeStaleFiles(folder, config);
  const compiler = ['tsc', '-b', ...(checksTypes ? [] : ['--noCheck']), ...folders];
  const pages = packages
    .filter(({ config }) => config.page !== undefined)
    .map(({ folder }) => ['node', join(folder, 'src/checkout/build-page.ts'), join(folder, 'dist/page')]);
  // A page is made of sources.
  const results = await Promise.all([compiler, ...pages].map((command) => runPrepared(command, quiet)));
  const bundling = packages.filter(({ config }) => config.bundled !== undefined).map(({ folder }) => folder);
  const bundler = ['node', join(root, 'scripts/packages/bundle-libraries.ts'), ...bundling];
  const failed = results.find(({ exitCode }) => exitCode !== 0);
  if (failed) return failed;
  return bundling.length > 0 ? runPrepared(bundler, quiet) : { exitCode: 0, output: '' };
}

/**
 * Runs a command with everything installed that it needs.
 *
 * @param {readonly string[]} command
 * @param {boolean} quiet
 */
function runPrepared(command, quiet) {
  const args = [join(root, 'scripts/bootstrap.mjs'), '--no-browser', ...command];
  return run(process.execPath, args, { quiet, cwd: root });
}
/** @param {string} folder */
function readConfig(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).config ?? {};
}

/**
 * Removes built files of which the source is gone, and makes the compiler write again those that are gone. Files that import from a
 * bundle are written again, because the bundle holds what they import of its library.
 *
 * @param {string} folder
 * @param {{ bundled?: unknown }} config
 */
function removeStaleFiles(folder, { bundled }) {
  const dist = join(folder, 'dist');
  if (bundled !== undefined) rmSync(dist, { recursive: true, force: true });
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

/** @param {string} parent */
function filesIn(parent) {
  if (!existsSync(parent)) return [];
  return readdirSync(parent, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(parent, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}
