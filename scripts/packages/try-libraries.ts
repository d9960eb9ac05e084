import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedPackage } from './pack-packages.ts';
import { must, step } from './step.ts';

const root = join(import.meta.dirname, '../..');
/** Examples that need nothing but what is installed; the others are only compiled. */
const executed = ['custom-block.ts', 'custom-driver.ts', 'embed.ts', 'replace-block.ts'];

/** Compiles consumers of the installed libraries of a project: examples and samples of the READMEs. */
export async function compileLibraries(folder: string, packed: readonly PackedPackage[]): Promise<void> {
  await step('a strict TypeScript consumer of the types', () => compileSamples(folder, librariesOf(packed)));
  await step('a consumer of store-sql that checks all types, without @types/pg', () => compileStore(folder));
}

/** Uses the installed libraries of a project: the examples, and `require` of each entry. */
export async function tryLibraries(folder: string, packed: readonly PackedPackage[]): Promise<void> {
  copyExamples(folder);
  await step('the examples run', async () => {
    for (const name of executed) await must('node', [join('examples', name)], { cwd: folder });
  });
  await step('require() of each package', () => requireAll(folder, librariesOf(packed)));
}

function librariesOf(packed: readonly PackedPackage[]): readonly PackedPackage[] {
  return packed.filter(({ name, entries }) => name !== 'runwright' && entries.length > 0);
}

function copyExamples(folder: string): void {
  const examples = join(folder, 'examples');
  mkdirSync(examples, { recursive: true });
  for (const name of readdirSync(join(root, 'examples')))
    if (/(?<!\.test)\.ts$/.test(name)) cpSync(join(root, 'examples', name), join(examples, name));
}

/** Compiles the examples and every TypeScript sample of the READMEs that were packed, under the strictest options. */
async function compileSamples(folder: string, libraries: readonly PackedPackage[]): Promise<void> {
  copyExamples(folder);
  const samples = join(folder, 'samples');
  mkdirSync(samples, { recursive: true });
  for (const { name, folder: short } of libraries) {
    const readme = readFileSync(join(folder, 'node_modules', name, 'README.md'), 'utf8');
    for (const [index, code] of samplesOf(readme).entries())
      writeFileSync(join(samples, `${short}-${index + 1}.ts`), code);
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(strictConfig));
  await must(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.json'], { cwd: folder });
}

const strictConfig = {
  compilerOptions: {
    ...{ target: 'es2023', module: 'nodenext', types: ['node'], noEmit: true, skipLibCheck: true },
    ...{ allowImportingTsExtensions: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ noPropertyAccessFromIndexSignature: false },
  },
  include: ['examples', 'samples'],
};

/** Compiles a consumer of the SQL stores that looks into the types of its packages, and has none for the optional `pg`. */
async function compileStore(folder: string): Promise<void> {
  if (existsSync(join(folder, 'node_modules/@types/pg')))
    throw new Error('A package brings `@types/pg`, so its absence cannot be tried. Install store-sql alone.');
  mkdirSync(join(folder, 'store'), { recursive: true });
  writeFileSync(
    join(folder, 'store/stores.ts'),
    `import { postgresStore, sqliteStore } from '@runwright/store-sql';
export const stores = [
  await sqliteStore({ folder: './data' }),
  await postgresStore({ url: 'postgres://db.example/runwright' }),
];
`,
  );
  const config = {
    compilerOptions: { ...strictConfig.compilerOptions, skipLibCheck: false },
    include: ['store'],
  };
  writeFileSync(join(folder, 'tsconfig.store.json'), JSON.stringify(config));
  await must(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.store.json'], { cwd: folder });
}

/** Returns the TypeScript samples of a README that import something, so that they stand alone. */
function samplesOf(readme: string): readonly string[] {
  return [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].flatMap(([, code = '']) =>
    /^import /m.test(code) ? [code] : [],
  );
}

/** Loads each entry from CommonJS, except the suites, which load only inside Vitest. */
async function requireAll(folder: string, libraries: readonly PackedPackage[]): Promise<void> {
  const entries = libraries
    .flatMap(({ name, entries }) => entries.map((entry) => join(name, entry)))
    .filter((entry) => entry !== '@runwright/testing/suites');
  const lines = entries.map(
    (entry) => `if (Object.keys(require('${entry}')).length === 0) throw new Error('${entry}');`,
  );
  writeFileSync(join(folder, 'require.cjs'), `${lines.join('\n')}\n`);
  await must('node', ['require.cjs'], { cwd: folder });
}
