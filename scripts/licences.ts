/**
 * Lists name, version and licence of every package that the shipped packages need, `npm run licences`. Fails when one has a
 * licence that `allowed-licences.ts` does not name, or an install script that `allowBuilds` of `pnpm-workspace.yaml` does
 * not decide on.
 */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allowedLicences, knownLicences } from './allowed-licences.ts';

/** What is read of a `package.json`. */
export interface PackageManifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: unknown;
  readonly licenses?: unknown;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  /** Libraries that are shipped within the package: `bundled` as modules, `page` in a web page. */
  readonly config?: { readonly bundled?: readonly string[]; readonly page?: readonly string[] };
}

/** A package of others that is installed with ours. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; null when the manifest names none. */
  readonly licence: string | null;
  /** Whether something runs when it is installed. */
  readonly hasInstallScript: boolean;
}

/** Every package that the packages of this workspace need at run time, by name and version. */
export function shippedPackages(root: string): readonly ShippedPackage[] {
  const found = new Map<string, ShippedPackage>();
  const seen = new Set<string>();
  const visit = (folder: string): void => {
    const real = realpathSync(folder);
    if (seen.has(real)) return;
    seen.add(real);
    const manifest = readManifest(real);
    if (real.includes('node_modules')) {
      const shipped = shippedPackage(manifest, real);
      found.set(`${shipped.name}@${shipped.version}`, shipped);
    }
    const { dependencies = {}, optionalDependencies = {} } = manifest;
    // Hosts install the peers of our packages for them; those of others are their own concern.
    const peers = real.includes('node_modules') ? {} : (manifest.peerDependencies ?? {});
    const { bundled = [], page = [] } = (real.includes('node_modules') ? null : manifest.config) ?? {};
    for (const name of [
      ...Object.keys({ ...dependencies, ...optionalDependencies, ...peers }),
      ...bundled,
      ...page,
    ]) {
      const installed = installedFolder(real, name);
      // An optional package of another platform, or one that another package of ours installs for its tests.
      if (installed !== null) visit(installed);
      else if (!(name in optionalDependencies || name in peers)) {
        throw new Error(`Cannot read the licence of \`${name}\`: it is not installed. Run \`pnpm install\`.`);
      }
    }
  };
  for (const folder of readdirSync(join(root, 'packages'))) {
    if (folder !== 'testing') visit(join(root, 'packages', folder));
  }
  return [...found.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** What is wrong with these packages, one sentence each. */
export function licenceProblems(
  packages: readonly ShippedPackage[],
  decidedBuilds: ReadonlySet<string>,
  known: Readonly<Record<string, string>> = knownLicences,
): readonly string[] {
  return packages.flatMap(({ name, version, licence: told, hasInstallScript }) => {
    const licence = told ?? known[name] ?? null;
    const problems: string[] = [];
    if (licence === null)
      problems.push(
        `${name}@${version} names no licence; read its text and add it to knownLicences, or replace the package.`,
      );
    else if (!isAllowed(known[name] ?? licence))
      problems.push(
        `${name}@${version} has the licence \`${licence}\`, which is not allowed; replace the package.`,
      );
    if (hasInstallScript && !decidedBuilds.has(name))
      problems.push(
        `${name}@${version} runs a script when it is installed; name it under allowBuilds, with false if it works without.`,
      );
    return problems;
  });
}

/** Whether an SPDX expression can be met by allowed licences: any side of `OR`, every side of `AND`. */
export function isAllowed(expression: string): boolean {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const either = (): boolean => {
    let met = both();
    for (; tokens[at] === 'OR'; ) {
      at += 1;
      const other = both();
      met = met || other;
    }
    return met;
  };
  const both = (): boolean => {
    let met = one();
    for (; tokens[at] === 'AND'; ) {
      at += 1;
      const other = one();
      met = met && other;
    }
    return met;
  };
  const one = (): boolean => {
    const token = tokens[at] ?? '';
    at += 1;
    if (token !== '(') return allowedLicences.includes(token);
    const met = either();
    at += 1;
    return met;
  };
  const met = either();
  return met && at === tokens.length;
}

/** Names that `allowBuilds` lists, whatever it decides. */
export function decidedBuilds(workspace: string): ReadonlySet<string> {
  const block = /^allowBuilds:\n((?: {2}.+\n?)*)/m.exec(workspace)?.[1] ?? '';
  return new Set(
    [...block.matchAll(/^ {2}['"]?([^'":]+)['"]?: *(?:true|false)/gm)].map(([, name = '']) => name),
  );
}

function shippedPackage(manifest: PackageManifest, folder: string): ShippedPackage {
  const { name = folder, version = '', license, licenses, scripts = {} } = manifest;
  const old = Array.isArray(licenses) ? licenses.map(typeOf).join(' OR ') : null;
  return {
    name,
    version,
    licence: typeOf(license) ?? (old === '' ? null : old),
    hasInstallScript:
      ['preinstall', 'install', 'postinstall'].some((script) => script in scripts) ||
      existsSync(join(folder, 'binding.gyp')),
  };
}

/** The form of before SPDX is an object with the licence as its `type`. */
function typeOf(licence: unknown): string | null {
  if (typeof licence === 'string') return licence;
  const { type } = Object(licence) as { readonly type?: unknown };
  return typeof type === 'string' ? type : null;
}

function readManifest(folder: string): PackageManifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function installedFolder(from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (dirname(folder) === folder) return null;
  }
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const packages = shippedPackages(root);
  for (const { name, version, licence } of packages) {
    console.log(`${name}\t${version}\t${knownLicences[name] ?? licence ?? 'none'}`);
  }
  const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const problems = licenceProblems(packages, decidedBuilds(workspace));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
