/**
 * Packs every published package as it would be published:
 *
 *   node scripts/packages/pack-packages.ts <folder>
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pnpmCommand } from '../setup/packages.mjs';
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
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly config?: { readonly bundled?: readonly string[] };
}

const ownRoot = join(import.meta.dirname, '../..');
const concurrency = 2;

/**
 * Packs all packages into a folder; `prepack` of each builds it. Those that bundle libraries are packed first and one by one: the
 * build of a package that imports them would write their files again, without the bundle. The others are packed two at a time.
 *
 * @param root a tree of this repository; default the one of this file
 */
export async function packPackages(into: string, root: string = ownRoot): Promise<readonly PackedPackage[]> {
  mkdirSync(into, { recursive: true });
  const manifests = readManifests(root);
  const { config } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [command, ...args] = await pnpmCommand({ root, env: process.env, pnpm: config.pnpm });
  const packed = [...manifests].map(([folder, manifest]) => ({
    name: manifest.name,
    folder,
    file: join(into, `${folder}.tgz`),
    entries: Object.keys(manifest.exports ?? {}).filter((entry) => !entry.endsWith('.yaml')),
    needs: [...needsOf(manifest.name, manifests)],
  }));
  const pack = ({ file, folder }: PackedPackage) =>
    must(command, [...args, 'pack', '--out', file], { cwd: join(root, 'packages', folder) });
  const [bundling = [], waiting = []] = [true, false].map((bundles) =>
    packed.filter(({ folder }) => (manifests.get(folder)?.config?.bundled !== undefined) === bundles),
  );
  for (const each of bundling) await pack(each);
  const packNext = async (): Promise<void> => {
    const next = waiting.shift();
    if (!next) return;
    await pack(next);
    await packNext();
  };
  await Promise.all(Array.from({ length: concurrency }, packNext));
  return packed;
}

function readManifests(root: string): ReadonlyMap<string, Manifest> {
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
  console.log(JSON.stringify(await packPackages(into), null, 2));
}
