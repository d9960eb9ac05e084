/**
 * Bundles the libraries that `config.bundled` of each package names into its `dist/bundled`, each with the licences of what it is made
 * of, and lets the built files of the package import them from there. It runs after the build, as a part of `buildPackages`:
 *
 *   node scripts/packages/bundle-libraries.ts <folders of packages>
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OutputChunk, rolldown } from 'rolldown';

for (const folder of process.argv.slice(2)) await bundleLibraries(folder);

async function bundleLibraries(folder: string): Promise<void> {
  const bundled = join(folder, 'dist/bundled');
  const { config }: { readonly config: { readonly bundled: readonly string[] } } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  rmSync(bundled, { recursive: true, force: true });
  mkdirSync(bundled, { recursive: true });
  for (const library of config.bundled) await bundleLibrary(library, folder);
}

async function bundleLibrary(library: string, folder: string): Promise<void> {
  const dist = join(folder, 'dist');
  const bundled = join(dist, 'bundled');
  const file = join(bundled, `${library.replace(/^@/, '').replaceAll('/', '-')}.js`);
  const path = createRequire(join(folder, 'package.json')).resolve(library);
  const names = Object.keys(await import(pathToFileURL(path).href)).filter(
    (name) => /^[\w$]+$/.test(name) && name !== 'module.exports',
  );
  const entry = join(bundled, 'entry.js');
  writeFileSync(
    entry,
    `export { ${usedNames(library, { dist, all: names }).join(', ')} } from '${library}';\n`,
  );
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    resolve: { alias: { [library]: path } },
    onLog: () => undefined,
  });
  try {
    const { output } = await bundle.write({ file, format: 'esm' });
    writeFileSync(file.replace(/js$/, 'LICENSE.txt'), licencesOf(output[0]));
  } finally {
    await bundle.close();
    rmSync(entry);
  }
  for (const built of builtFiles(dist)) importFromBundle(built, library, file);
}

/** Returns the names that the built files import; all of them where a file loads the whole library. */
function usedNames(
  library: string,
  { dist, all }: { readonly dist: string; readonly all: readonly string[] },
): readonly string[] {
  const used = new Set<string>();
  for (const built of builtFiles(dist)) {
    const text = readFileSync(built, 'utf8');
    if (!text.includes(`'${library}'`)) continue;
    const imported = new RegExp(`import (\\w+|\\{[^}]*\\}) from '${library}'`).exec(text)?.[1];
    if (imported === undefined) return all;
    if (!imported.startsWith('{')) used.add('default');
    else for (const name of imported.slice(1, -1).split(',')) used.add(name.trim().split(' ')[0] ?? '');
  }
  return used.size === 0 ? all : [...used].filter((name) => name !== '');
}

/** Changes the specifier of imports and of `createRequire(…)(…)`; a file that was changed before is left as it is. */
function importFromBundle(built: string, library: string, file: string): void {
  const text = readFileSync(built, 'utf8');
  const path = relative(join(built, '..'), file).replaceAll('\\', '/');
  const changed = text.replaceAll(`'${library}'`, `'${path.startsWith('.') ? path : `./${path}`}'`);
  if (changed !== text) writeFileSync(built, changed);
}

function builtFiles(dist: string): readonly string[] {
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.startsWith('bundled') && !/\.test[.-]/.test(path))
    .map((path) => join(dist, path));
}

/** Returns name, version, source and licence text of every package that has one of the modules. */
function licencesOf({ moduleIds }: OutputChunk): string {
  const folders = moduleIds.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const texts = [...new Set(folders)].toSorted().map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? license : readFileSync(join(path, file), 'utf8').trim();
    return `${name} ${version}, https://www.npmjs.com/package/${name}\n\n${text}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
