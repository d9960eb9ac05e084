// Checks that what would be published can be used. All packages are built once and packed as they would be; each tarball is checked by
// itself. Then npm installs the tarballs into one empty project: first the command alone, which is used before anything else is there,
// then the libraries, which are used as a README tells. It needs the npm registry and a browser, and no other network.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkManifests } from './packages/check-manifests.ts';
import { installedSize, installPackages } from './packages/install-packages.ts';
import { buildAll, packPackages } from './packages/pack-packages.ts';
import { step } from './packages/step.ts';
import { tryBundles } from './packages/try-bundles.ts';
import { tryCommand } from './packages/try-command.ts';
import { compileLibraries, tryLibraries } from './packages/try-libraries.ts';
import { tryNext } from './packages/try-next.ts';
import { tryReadme } from './packages/try-readme.ts';
import { trySuites } from './packages/try-suites.ts';

const folder = mkdtempSync(join(tmpdir(), 'runwright-packages-'));
/** Most that the command may bring, without `playwright-core`. */
const most = { packages: 150, megabytes: 150 };
/** Packages that are for tests, or that only a block or browser that uses them needs. */
const unwanted = [
  'vitest',
  'vite',
  'rolldown',
  '@aws-sdk/client-s3',
  '@azure/storage-blob',
  'ssh2',
  '@ghostery/adblocker',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-node',
];
/** What is installed beside the libraries, to compile, bundle and serve programs that use them. */
const others = ['@types/node@24', 'esbuild@0.28.2', 'next@16.4.6', 'react@19', 'react-dom@19'];

try {
  await step('all of it', checkPackages);
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function checkPackages(): Promise<void> {
  await step('build', buildAll);
  const packed = await step('pack', () => packPackages(join(folder, 'packed')));
  const project = join(folder, 'project');
  await Promise.all([
    step('manifests, types and imports of each package', () => checkManifests(packed)),
    step('npm install of the command', async () => {
      await installPackages(project, packed, { names: ['runwright'] });
      checkSize(project);
    }),
  ]);
  await tryCommand(project);
  await step('npm install of all libraries', () =>
    installPackages(project, packed, {
      names: packed.map(({ name }) => name).filter((name) => name !== 'runwright'),
      others,
    }),
  );
  // Each of the two uses one core most of the time.
  await Promise.all([useInTypeScript(), useAsPrograms()]);

  async function useInTypeScript(): Promise<void> {
    await compileLibraries(project, packed);
    await trySuites(project);
    await tryNext(project);
  }
  async function useAsPrograms(): Promise<void> {
    await tryLibraries(project, packed);
    await tryBundles(project);
    await tryReadme(project);
  }
}

function checkSize(project: string): void {
  const { packages, bytes, names } = installedSize(project, ['playwright-core']);
  const megabytes = Math.round(bytes / 1e6);
  const found = unwanted.filter((name) => names.has(name));
  console.log(`        ${packages} packages, ${megabytes} MB without playwright-core`);
  if (found.length > 0)
    throw new Error(`\`${found.join('`, `')}\` came with the command. Make them optional, or remove them.`);
  if (packages > most.packages || megabytes > most.megabytes)
    throw new Error(
      `The command may bring ${most.packages} packages and ${most.megabytes} MB. Find a lighter library.`,
    );
}
