import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A package of the workspace. */
export interface WorkspacePackage {
  readonly name: string;
  /** Names of all packages that its manifest names, for tests too. */
  readonly dependencies: readonly string[];
}

/** The packages of the workspace by their folders, such as `packages/core`. What lies in none of them has the folder ``. */
export type Workspace = ReadonlyMap<string, WorkspacePackage>;

const isTest = /\.test\.tsx?$/;
const isModule = /\.(?:ts|tsx|mjs)$/;

/**
 * Returns the test files that changed files can affect although the tests do not import them, whose imports Vitest follows:
 *
 * - a changed source affects the tests of its package and of all packages that depend on it, apart from pure tests;
 * - a changed file that is no module, such as a page or a README, affects all tests of its package;
 * - any change affects the pure tests of `scripts`, which read the whole repository, and a changed source its other tests.
 *
 * @param tests paths of all test files, from the root of the repository like `changed`
 */
export function affectedTests(
  changed: readonly string[],
  tests: readonly string[],
  workspace: Workspace,
): readonly string[] {
  const folderOf = (file: string) =>
    [...workspace.keys()].find((folder) => file.startsWith(`${folder}/`)) ?? '';
  const sources = changed.filter((file) => !isTest.test(file) && !file.endsWith('.md'));
  const affected = dependents(new Set(sources.map(folderOf)), workspace);
  const read = new Set(changed.filter((file) => !isModule.test(file)).map(folderOf));
  return tests.filter((test) => {
    const folder = folderOf(test);
    if (isPure(test)) return folder === '' ? changed.length > 0 : read.has(folder);
    return affected.has(folder) || read.has(folder) || (folder === '' && sources.length > 0);
  });
}

/** Reads the manifests of the workspace. */
export function readWorkspace(root: string): Workspace {
  const manifests = globSync(['packages/*/package.json', '{examples,benchmarks,fixtures}/package.json'], {
    cwd: root,
  });
  return new Map(
    manifests.map((path) => {
      const { name, dependencies, devDependencies, peerDependencies, optionalDependencies } = JSON.parse(
        readFileSync(join(root, path), 'utf8'),
      );
      const all = { ...dependencies, ...devDependencies, ...peerDependencies, ...optionalDependencies };
      return [dirname(path).replaceAll('\\', '/'), { name, dependencies: Object.keys(all) }];
    }),
  );
}

function isPure(test: string): boolean {
  return !/\.(?:service|browser|console|docs)\.test\.ts$/.test(test);
}

/** Returns the folders of these packages and of all that depend on them, themselves or by others. */
function dependents(folders: ReadonlySet<string>, workspace: Workspace): ReadonlySet<string> {
  const found = new Set(folders);
  for (const folder of found) {
    const name = workspace.get(folder)?.name;
    for (const [other, { dependencies }] of workspace)
      if (name !== undefined && dependencies.includes(name)) found.add(other);
  }
  return found;
}
