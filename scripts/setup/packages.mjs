import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  await must('npx', ['--yes', `pnpm@${pnpm}`, 'install', '--frozen-lockfile', '--prod=false'], {
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
