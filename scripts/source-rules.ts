import { isOurs, type Manifest } from './layers.ts';

/** A file of the repository: its path from the root, with `/`, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Members of a `tsconfig.json` that the check reads. */
export interface TsConfig {
  readonly references?: readonly { readonly path: string }[];
}

/** Maximum number of lines of a source file. Tests and generated files are exempt. */
export const maxLines = 400;

interface SourceRule {
  readonly pattern: RegExp;
  readonly why: string;
  readonly applies: (path: string) => boolean;
}

const sourceRules: readonly SourceRule[] = [
  {
    pattern: /\bvi\s*\.\s*(?:mock|doMock)\s*\(/,
    why: 'modules are not mocked; pass a fake in',
    applies: () => true,
  },
  {
    pattern: /\.(?:skip|only|todo)\s*[.(]/,
    why: 'every test runs; `skipIf` is for what the machine lacks, the tag `extended` for what `npm run test:all` adds',
    applies: isTest,
  },
  {
    pattern: /(?<![\w$.])eval\s*\(|\bnew\s+Function\b/,
    why: 'text is never run as code',
    applies: (path) => !isTest(path),
  },
  {
    pattern: /\b(?:from|import)\s*\(?\s*['"](?:\.\.\/)+(?:[\w-]+\/)*src\//,
    why: 'a package is imported by its name, not by its files',
    applies: () => true,
  },
  {
    pattern: /\bprocess\s*\.\s*env\b|\bprocess\s*\[\s*['"]env['"]\s*\]/,
    why: 'only `cli`, scripts, examples, fixtures, `testing/browser`, `testing/shared-driver` and two files of benchmarks read the environment; take a value as an option',
    applies: (path) =>
      !/^(?:(?:packages\/cli|scripts|examples|fixtures)\/|packages\/testing\/src\/(?:browser|shared-driver)\.ts$|benchmarks\/(?:agent\/environment-model|chaos\/inherited-environment)\.ts$)/.test(
        path,
      ),
  },
  {
    pattern: /^\s*(?:await\s+)?using\s+\w+\s*=/,
    why: 'Node 22 does not read `using`; close in a `finally`',
    applies: (path) => !isTest(path),
  },
  {
    pattern: /\/v1\//,
    why: 'the engine knows no route; take URLs from `EngineOptions.urls`',
    applies: (path) => path.startsWith('packages/core/src/'),
  },
  {
    pattern: /\bdefault: ?-?\d/,
    why: 'numeric defaults of schemas stand in `defaults` of packages/contract/src/defaults.ts',
    applies: (path) => /^packages\/[^/]+\/src\//.test(path) && !isTest(path),
  },
];

/** Returns the violations of the source rules in a file, one line each, with file and line. */
export function ruleViolations(file: SourceFile): readonly string[] {
  const lines = file.text.trimEnd().split('\n');
  const tooLong = lines.length > maxLines && !isTest(file.path) && !isGenerated(file.path);
  return [
    ...(tooLong ? [`${file.path}: ${lines.length} lines, at most ${maxLines}; split it by concept`] : []),
    ...sourceRules
      .filter((ban) => ban.applies(file.path))
      .flatMap((ban) =>
        lines.flatMap((line, index) =>
          !isComment(line) && ban.pattern.test(line)
            ? [`${file.path}:${index + 1}: \`${line.trim()}\`: ${ban.why}`]
            : [],
        ),
      ),
  ];
}

/**
 * Where the project references of a package are not exactly its workspace dependencies.
 *
 * @param folder the package's folder from the root, such as `packages/core`
 * @param folderOf the folder of a workspace package by its name
 */
export function referenceGaps(
  folder: string,
  manifest: Manifest,
  config: TsConfig,
  folderOf: ReadonlyMap<string, string>,
): readonly string[] {
  const declared = Object.keys({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.peerDependencies,
  }).filter(isOurs);
  const wanted = new Set(declared.map((name) => folderOf.get(name) ?? `no folder has the package ${name}`));
  const found = new Set((config.references ?? []).map(({ path }) => resolve(folder, path)));
  return [
    ...[...wanted]
      .filter((path) => !found.has(path))
      .map((path) => `${folder}/tsconfig.json has no reference to \`${path}\`, a dependency`),
    ...[...found]
      .filter((path) => !wanted.has(path))
      .map((path) => `${folder}/tsconfig.json refers to \`${path}\`, which is no dependency`),
  ];
}

function isTest(path: string): boolean {
  return /\.test\.ts$/.test(path);
}

function isGenerated(path: string): boolean {
  return /(?:^|\/)generated\.ts$|\.generated\.ts$/.test(path);
}

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/?\*)/.test(line);
}

function resolve(folder: string, path: string): string {
  return new URL(path, `file:///${folder}/`).pathname.slice(1).replace(/\/$/, '');
}
