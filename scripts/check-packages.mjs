// Whether what would be published can be used: each package is packed as it would be, then `publint` reads its manifest and
// `attw` resolves its types the way ES modules and bundlers do. Takes a second or two for each, after a build.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './setup/child.mjs';

const root = join(import.meta.dirname, '..');
const { config } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'runwright-packages-'));

try {
  await must('build', 'tsc', ['-b'], root);
  for (const name of readdirSync(join(root, 'packages'))) {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
    // A package that is only a command has no types to resolve.
    if (!manifest.private) await check(name, 'exports' in manifest);
  }
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {string} name the package's folder
 * @param {boolean} isLibrary
 */
async function check(name, isLibrary) {
  const startedAt = performance.now();
  const pack = ['--yes', `pnpm@${config.pnpm}`, 'pack', '--out', join(folder, `${name}.tgz`)];
  await must(`${name}: pack`, 'npx', pack, join(root, 'packages', name));
  const file = join(folder, `${name}.tgz`);
  await must(`${name}: publint`, 'publint', [file, '--strict'], root);
  // CommonJS is not served: `require` of an ES module is for the runtime to allow.
  if (isLibrary) await must(`${name}: attw`, 'attw', [file, '--profile', 'esm-only', '--no-color'], root);
  console.log(`ok      ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
}

/**
 * @param {string} what
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function must(what, command, args, cwd) {
  const { exitCode, output } = await run(command, args, { quiet: true, cwd });
  if (exitCode !== 0) throw new Error(`${output.trimEnd()}\nFAILED  ${what} ended with ${exitCode}`);
}
