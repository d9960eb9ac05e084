import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';

/** Files of a tarball, by their path in the package, such as `dist/index.js`. */
export interface PackedFiles {
  readonly paths: ReadonlySet<string>;
  read(path: string): string;
}

/** What a packed `package.json` says about imports. */
export interface PackedManifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

interface Reference {
  readonly specifier: string;
  /** `static` is loaded with the file, `lazy` when the code that names it is executed, `file` is the path of a `new URL`. */
  readonly kind: 'static' | 'lazy' | 'file';
}

const builtins = new Set(builtinModules);

/**
 * Returns what the built files of a package import and an installation of the package alone does not have: packages that its
 * manifest does not name, files that are not packed, entries that the other packages of this repository do not export. Installing
 * each package alone would find the same, but only in modules that a test happens to load. Every module is read, and every
 * declaration that those of an entry lead to.
 *
 * @param manifests packed manifests of all packages of this repository, by name
 */
export function findMissingImports(
  files: PackedFiles,
  manifest: PackedManifest,
  manifests: ReadonlyMap<string, PackedManifest>,
): readonly string[] {
  const problems: string[] = [];
  const waiting = [...files.paths].filter((path) => /\.[cm]?js$/.test(path) && !path.startsWith('src/'));
  waiting.push(...typesOf(manifest.exports).map((path) => posix.normalize(path)));
  const read = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (read.has(path) || !files.paths.has(path)) continue;
    read.add(path);
    for (const reference of readReferences(path, files.read(path))) {
      const target = resolveFile(reference.specifier, path);
      const problem =
        target === null
          ? findMissingPackage(reference, path, { manifest, manifests })
          : findMissingFile(target, files);
      if (problem !== null) problems.push(`\`${path}\` imports \`${reference.specifier}\`: ${problem}`);
      if (target?.endsWith('.d.ts')) waiting.push(target);
    }
  }
  return [...new Set(problems)];
}

/** Returns the declarations of all entries. */
function typesOf(entries: unknown): readonly string[] {
  if (typeof entries === 'string') return entries.endsWith('.d.ts') ? [entries] : [];
  return Object.values(Object(entries)).flatMap(typesOf);
}

function readReferences(path: string, text: string): readonly Reference[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`Cannot parse \`${path}\`: ${errors[0]?.message}`);
  const found: Reference[] = [];
  const add = (node: unknown, kind: Reference['kind']): void => {
    const specifier = readLiteral(node);
    if (specifier !== null) found.push({ specifier, kind });
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source, 'static'),
    ExportAllDeclaration: ({ source }) => add(source, 'static'),
    ExportNamedDeclaration: ({ source }) => add(source, 'static'),
    ImportExpression: ({ source }) => add(source, 'lazy'),
    TSImportType: ({ source }) => add(source, 'static'),
    CallExpression: ({ callee, arguments: [first] }) => {
      if (loadsModule(callee)) add(first, 'lazy');
    },
    // The name of a thread's file, such as `const entry = isSource ? './thread.ts' : './thread.js'`.
    Literal: ({ value }) => {
      if (typeof value === 'string' && /^\.\.?\/[\w./-]+\.js$/.test(value))
        found.push({ specifier: value, kind: 'file' });
    },
    NewExpression: ({ callee, arguments: [first, base] }) => {
      const isOfModule = base?.type === 'MemberExpression' && base.object.type === 'MetaProperty';
      if (callee.type === 'Identifier' && callee.name === 'URL' && isOfModule) add(first, 'file');
    },
  }).visit(program);
  return found.map((reference) =>
    reference.kind === 'file' && !/^\.{0,2}\//.test(reference.specifier)
      ? { ...reference, specifier: `./${reference.specifier}` }
      : reference,
  );
}

/** Returns the text of a string without substitutions, else null. */
function readLiteral(node: unknown): string | null {
  const {
    type,
    value,
    quasis,
  }: { type?: string; value?: unknown; quasis?: readonly ESTree.TemplateElement[] } = Object(node);
  if (type === 'Literal' && typeof value === 'string') return value;
  return type === 'TemplateLiteral' && quasis?.length === 1 ? (quasis[0]?.value.cooked ?? null) : null;
}

/** Detects `require(…)`, `createRequire(…)(…)`, `require.resolve(…)` and `import.meta.resolve(…)`. */
function loadsModule(callee: ESTree.Expression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'require';
  if (callee.type === 'CallExpression')
    return callee.callee.type === 'Identifier' && callee.callee.name === 'createRequire';
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  return (
    callee.property.name === 'resolve' &&
    (callee.object.type === 'MetaProperty' || loadsModule(callee.object))
  );
}

/**
 * Returns the path of a file in the package, or null for the name of a package. A declaration may name a module by its source or
 * built file: `./a.ts` and `./a.js` are `a.d.ts`.
 */
function resolveFile(specifier: string, from: string): string | null {
  if (!/^\.{0,2}\//.test(specifier)) return null;
  const target = posix.join(from, '..', specifier);
  return from.endsWith('.d.ts') ? target.replace(/(?<!\.d)\.[jt]s$/, '.d.ts') : target;
}

function findMissingFile(target: string, { paths }: PackedFiles): string | null {
  const isThere =
    paths.has(target) || [...paths].some((path) => path.startsWith(`${target.replace(/\/$/, '')}/`));
  return isThere ? null : `\`${target}\` is not packed. Correct \`files\`.`;
}

function findMissingPackage(
  { specifier, kind }: Reference,
  from: string,
  {
    manifest,
    manifests,
  }: { readonly manifest: PackedManifest; readonly manifests: ReadonlyMap<string, PackedManifest> },
): string | null {
  if (specifier.startsWith('node:') || builtins.has(specifier)) return null;
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const isPeer = name in peerDependencies;
  if (name !== manifest.name && !(name in dependencies) && !isPeer)
    return 'its `package.json` does not name the package. Add it to `dependencies`.';
  const isDeclaration = from.endsWith('.d.ts');
  if (isPeer && peerDependenciesMeta[name]?.optional && kind === 'static' && !isDeclaration)
    return 'the package is optional, and may be missing. Import it where it is used.';
  const target = name === manifest.name ? manifest : manifests.get(name);
  if (target === undefined) return null;
  const entry = `.${specifier.slice(name.length)}`;
  return entry in (target.exports ?? {})
    ? null
    : `\`${name}\` has no entry \`${entry}\`. Correct its \`exports\`.`;
}
