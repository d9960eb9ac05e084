/**
 * Builds and packs every published package as it would be published, and prints what it has packed as JSON:
 *
 *   node scripts/packages/pack-packages.ts <folder>
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pnpmCommand } from '../setup/packages.mjs';
import { buildPackages } from './build-packages.mjs';
import { inParallel } from './in-parallel.ts';
import { must } from './step.ts';

/** A package with its tarball. */
export interface PackedPackage {
  readonly name: string;
  /** Folder in `packages/`. */
  readonly folder: string;
  readonly file: string;
  /** Entries that can be imported, such as `.` and `./machines`; none for a package that is only a command. */
  readonly entries: readonly string[];
  /** Packages of this workspace that are installed with it, and those of them. */
  readonly needs: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
  /** What a published manifest has in place of the members of the checkout. */
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
  readonly dependencies?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../..');

/**
 * Builds all packages, with one run of the compiler. Rejects with its output when that fails. `npm test` checks the types of the
 * sources, and `prepack` of a package that is packed by itself.
 */
export async function buildAll(): Promise<void> {
  const folders = [...readManifests().keys()].map((folder) => join(root, 'packages', folder));
  const { exitCode, output } = await buildPackages(folders, { quiet: true, checksTypes: false });
  if (exitCode !== 0)
    throw new Error(`${output.trimEnd()}\nThe build of the packages ended with ${exitCode}.`);
}

/** Packs all packages, which must have been built, into a folder. `prepack` of each checks what it can without a build. */
export async function packPackages(into: string): Promise<readonly PackedPackage[]> {
  mkdirSync(into, { recursive: true });
  const manifests = readManifests();
  const { config } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [command, ...args] = await pnpmCommand({ root, env: process.env, pnpm: config.pnpm });
  const packed = [...manifests].map(([folder, manifest]) => ({
    name: manifest.name,
    folder,
    file: join(into, `${folder}.tgz`),
    entries: Object.keys(manifest.publishConfig?.exports ?? manifest.exports ?? {}).filter(
      (entry) => !entry.endsWith('.yaml'),
    ),
    needs: [...needsOf(manifest.name, manifests)],
  }));
  await inParallel(packed, ({ file, folder }) =>
    must(command, [...args, 'pack', '--out', file], {
      cwd: join(root, 'packages', folder),
      env: { ...process.env, RUNWRIGHT_PREPACK: 'built' },
    }),
  );
  return packed;
}

function readManifests(): ReadonlyMap<string, Manifest> {
  const folders = readdirSync(join(root, 'packages'));
  const manifests = folders.map((folder): readonly [string, Manifest] => [
    folder,
    JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')),
  ]);
  return new Map(manifests.filter(([, manifest]) => !manifest.private));
}

function needsOf(
  name: string,
  manifests: ReadonlyMap<string, Manifest>,
  found: Set<string> = new Set(),
): ReadonlySet<string> {
  const manifest = [...manifests.values()].find((each) => each.name === name);
  for (const need of Object.keys(manifest?.dependencies ?? {})) {
    const isOurs = [...manifests.values()].some((each) => each.name === need);
    if (!isOurs || found.has(need)) continue;
    found.add(need);
    needsOf(need, manifests, found);
  }
  return found;
}

if (import.meta.main) {
  const into = resolve(process.argv[2] ?? 'packed');
  await buildAll();
  console.log(JSON.stringify(await packPackages(into), null, 2));
}
