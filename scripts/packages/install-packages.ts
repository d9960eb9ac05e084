import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedPackage } from './pack-packages.ts';
import { must } from './step.ts';

/**
 * Installs packed packages with npm into a project, as a user would who has only the tarballs: those that are named and those
 * that they need.
 *
 * @param folder the project; it is made unless it exists
 * @param others packages of the registry, such as `esbuild@0.28.2`
 */
export async function installPackages(
  folder: string,
  packed: readonly PackedPackage[],
  { names, others = [] }: { readonly names: readonly string[]; readonly others?: readonly string[] },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest))
    writeFileSync(manifest, JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const wanted = new Set(
    packed.filter(({ name }) => names.includes(name)).flatMap(({ name, needs }) => [name, ...needs]),
  );
  const files = packed.filter(({ name }) => wanted.has(name)).map(({ file }) => file);
  await must('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...files, ...others], {
    cwd: folder,
    timeoutMs: 300_000,
  });
}

/** What is in the `node_modules` of a project. */
export interface InstalledSize {
  readonly packages: number;
  /** Bytes of all files. */
  readonly bytes: number;
  readonly names: ReadonlySet<string>;
}

/** Counts packages and bytes of a project that npm has installed, without the named packages. */
export function installedSize(folder: string, without: readonly string[] = []): InstalledSize {
  const lock: { readonly packages: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'),
  );
  const paths = Object.keys(lock.packages).filter(
    (path) => !without.some((name) => path.endsWith(`node_modules/${name}`)),
  );
  const names = new Set(
    paths.map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  const own = paths.map((path) => bytesOf(join(folder, path)));
  return { packages: paths.length, bytes: own.reduce((sum, bytes) => sum + bytes, 0), names };
}

/** Bytes of a package, without those that are installed in it. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesOf(path);
    return entry.isFile() ? sum + statSync(path).size : sum;
  }, 0);
}
