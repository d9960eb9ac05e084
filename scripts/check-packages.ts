// Whether what would be published can be used. Each package is packed as it would be; `publint` reads its manifest and `attw`
// resolves its types the way ES modules and bundlers do. Then npm installs the tarballs into empty projects, where the command
// and the libraries are used as a README tells. It needs the npm registry and a browser, and no other network.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedSize, installPackages } from './packages/install-packages.ts';
import { type PackedPackage, packPackages } from './packages/pack-packages.ts';
import { must, step } from './packages/step.ts';
import { tryCommand } from './packages/try-command.ts';
import { tryLibraries } from './packages/try-libraries.ts';
import { tryNext } from './packages/try-next.ts';
import { tryReadme } from './packages/try-readme.ts';

const root = join(import.meta.dirname, '..');
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

try {
  await step('build', () => must('tsc', ['-b'], { cwd: root, timeoutMs: 600_000 }));
  await step('documentation site', () =>
    must('node', ['scripts/site/build-site.ts', '--try'], { cwd: root, timeoutMs: 1_200_000 }),
  );
  const packed = await step('pack', () => packPackages(join(folder, 'packed')));
  await step('publint and attw', async () => {
    const waiting = [...packed];
    const checkNext = async (): Promise<void> => {
      const next = waiting.shift();
      if (!next) return;
      await checkManifest(next);
      await checkNext();
    };
    await Promise.all([checkNext(), checkNext()]);
  });
  const command = join(folder, 'command');
  await step('npm install of the command', async () => {
    await installPackages(command, packed, { names: ['runwright'] });
    checkSize(command);
  });
  await tryCommand(command);
  const libraries = join(folder, 'libraries');
  await step('npm install of all libraries', () =>
    installPackages(libraries, packed, {
      names: packed.map(({ name }) => name).filter((name) => name !== 'runwright'),
      others: ['@types/node@24', 'esbuild@0.28.2'],
    }),
  );
  await tryLibraries(libraries, packed);
  await tryReadme(libraries);
  await tryNext(join(folder, 'next'), packed);
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function checkManifest({ name, file, entries }: PackedPackage): Promise<void> {
  await must('publint', [file, '--strict'], { cwd: root });
  // CommonJS is not served: `require` of an ES module is for the runtime to allow. A data file has no types.
  const attw = [
    '--profile',
    'esm-only',
    '--no-color',
    '--exclude-entrypoints',
    'orders.yaml',
    'workflow.schema.json',
  ];
  if (entries.length > 0) await must('attw', [file, ...attw], { cwd: root });
  console.log(`        ${name}`);
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
