// Prepares a bare clone and then runs a command in it:  node scripts/bootstrap.mjs [--no-browser|--tests] <command> [args...]
//
// With `--tests` it prepares the browser without windows too, on which most tests run where there is one.
// It runs before anything is installed. So it uses Node's own modules only, and syntax that Node 18 reads.
// A step that finds its work done does nothing and says nothing.

import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './setup/child.mjs';
import { findChromium, findHeadlessShell, installChromium, installHeadlessShell } from './setup/chromium.mjs';
import { withLock } from './setup/lock.mjs';
import { fetchNode, findNode } from './setup/node.mjs';
import { installPackages, packagesAreInstalled } from './setup/packages.mjs';
import { SetupFailure, say } from './setup/step.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const option = ['--no-browser', '--tests'].find((name) => name === process.argv[2]);
const [command, ...args] = process.argv.slice(option ? 3 : 2);

if (command === undefined) {
  say('no command given. Usage: node scripts/bootstrap.mjs [--no-browser|--tests] <command> [args...]');
  process.exit(2);
}
try {
  const env = await prepare();
  process.exitCode = (await run(command, args, { env })).exitCode;
} catch (error) {
  if (!(error instanceof SetupFailure)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}

/** The environment in which a command finds Node, the packages' binaries and the browser. */
async function prepare() {
  const { config } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const options = { root, pinned: config.node, pnpm: config.pnpm };

  const nodeFolder = await ready(
    () => findNode(options),
    () => fetchNode(options),
  );
  const path = [join(root, 'node_modules/.bin'), nodeFolder, process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path };

  await ready(
    () => packagesAreInstalled(root) || undefined,
    () => installPackages({ ...options, env }),
  );
  if (option === '--no-browser') return env;

  const chromium = await ready(
    () => findChromium({ root, env }),
    () => installChromium({ root, env }),
  );
  if (option === '--tests')
    await ready(
      () => findHeadlessShell(env),
      () => installHeadlessShell({ root, env }),
    );
  return chromium ? { ...env, RUNWRIGHT_CHROMIUM: chromium } : env;
}

/**
 * What `find` finds, or what `make` makes; two starts never make at once, and the second finds what the first made.
 *
 * @template Found
 * @param {() => Found | Promise<Found>} find
 * @param {() => Promise<Found>} make
 */
async function ready(find, make) {
  return (await find()) ?? withLock(join(root, '.runtime/lock'), async () => (await find()) ?? make());
}
