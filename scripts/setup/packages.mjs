import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { arePinned, installPinned } from './pinned.mjs';
import { must, say } from './step.mjs';

const stampPath = 'node_modules/.runwright-stamp';

/**
 * Whether the installed packages are the ones that lockfile and manifests ask for now.
 *
 * @param {string} root
 */
export function packagesAreInstalled(root) {
  const stamp = join(root, stampPath);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root);
}

/**
 * Installs exactly what the lockfile says.
 *
 * @param {{ root: string, env: NodeJS.ProcessEnv, pnpm: string }} options `pnpm` is its exact version
 * @returns {Promise<true>}
 */
export async function installPackages({ root, env, pnpm }) {
  say(`installing packages (pnpm ${pnpm}, frozen lockfile)`);
  const stamp = fingerprint(root);
  const [command, ...first] = await pnpmCommand({ root, env, pnpm });
  await must(command, [...first, 'install', '--frozen-lockfile', '--prod=false'], {
    // Without CI, pnpm asks before it replaces a node_modules that it did not make.
    env: { ...env, CI: 'true' },
    cwd: root,
    advice: (output) =>
      output.includes('OUTDATED_LOCKFILE')
        ? `A manifest was changed without the lockfile: run \`npx pnpm@${pnpm} install\` and commit pnpm-lock.yaml.`
        : 'Check that the npm registry can be reached (`npm ping`) and that the disk is not full, then start again.',
  });
  writeFileSync(join(root, stampPath), stamp);
  return true;
}

/**
 * The command that runs pnpm. Where the repository holds its checksums it is fetched once into `.runtime` and checked; elsewhere
 * npx fetches it, and trusts the registry.
 *
 * @param {{ root: string, env: NodeJS.ProcessEnv, pnpm: string }} options
 * @returns {Promise<[string, ...string[]]>}
 */
export async function pnpmCommand({ root, env, pnpm }) {
  const packages = pnpmPackages(process.platform, process.arch, pnpm);
  if (!arePinned(packages)) {
    say(
      `no checksum of pnpm ${pnpm} is known for ${process.platform} ${process.arch}, fetching it unchecked`,
    );
    return ['npx', '--yes', `pnpm@${pnpm}`];
  }
  const folder = join(root, `.runtime/pnpm-${pnpm}`);
  const command = join(folder, 'node_modules/.bin/pnpm');
  const complete = join(folder, '.complete');
  if (!existsSync(complete)) {
    const advice = () => 'Check that the npm registry can be reached (`npm ping`), then start again.';
    await installPinned({ folder, packages, env, advice });
    writeFileSync(complete, '');
  }
  return [command];
}

/**
 * What pnpm is made of: a package for all platforms, whose script puts the program of the other one in its place.
 *
 * @param {string} platform as in `process.platform`
 * @param {string} arch as in `process.arch`
 * @param {string} version
 */
export function pnpmPackages(platform, arch, version) {
  return [
    { name: 'pnpm', version, bin: { pnpm: 'pnpm' }, scripts: true },
    { name: `@pnpm/exe.${platform}-${arch}`, version },
  ];
}

/**
 * Changes when the lockfile, the workspace file or any manifest changes.
 *
 * @param {string} root
 */
export function fingerprint(root) {
  const hash = createHash('sha256');
  for (const path of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests(root)]) {
    hash.update(`${path}\0${readFileSync(join(root, path), 'utf8')}\0`);
  }
  return hash.digest('hex');
}

/** @param {string} root */
function manifests(root) {
  const members = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
  return ['.', 'examples', 'benchmarks', ...members.sort()]
    .map((folder) => `${folder}/package.json`)
    .filter((path) => existsSync(join(root, path)));
}
