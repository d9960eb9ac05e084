import { globSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { findPostgresTests, postgresProject, smokeTests } from '../storage/postgres-tests.ts';
import { testLevels } from '../test-levels.ts';

/** A level of tests as `npm test` runs it. */
export interface SelectedLevel {
  readonly name: string;
  /** Names of its Vitest projects; `*` stands for any ending, such as the name of a browser. */
  readonly projects: readonly string[];
}

interface LevelFiles extends SelectedLevel {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/**
 * Returns the levels of tests to run, in order. With paths among the arguments of Vitest they are the levels with such test
 * files, that of the documents among them, which otherwise belongs to the documentation checks. With the names of projects
 * all tests are one level.
 *
 * @param onPostgres Run all tests on PostgreSQL, as a level of their own; else a few of them belong to the level `service`.
 */
export function selectLevels(
  root: string,
  vitestArgs: readonly string[],
  onPostgres: boolean,
): readonly SelectedLevel[] {
  if (vitestArgs.some((arg) => /^(?:-p|--project)\b/.test(arg))) return [{ name: 'tests', projects: [] }];
  const filters = pathFilters(vitestArgs);
  return levelFiles(root, onPostgres)
    .filter((level) => (filters.length === 0 ? level.name !== 'docs' : hasMatch(root, level, filters)))
    .map(({ name, projects }) => ({ name, projects }));
}

/** Returns the arguments of Vitest that are parts of the paths of test files; those after an option may be its value. */
export function pathFilters(vitestArgs: readonly string[]): readonly string[] {
  return vitestArgs.filter((arg, index) => {
    const before = vitestArgs[index - 1] ?? '';
    return !arg.startsWith('-') && (!before.startsWith('-') || before.includes('='));
  });
}

function levelFiles(root: string, onPostgres: boolean): readonly LevelFiles[] {
  const levels = testLevels.map(({ name, include, exclude }) =>
    name === 'service' && !onPostgres
      ? { name, projects: [name, postgresProject], include: [...include, ...smokeTests], exclude }
      : { name, projects: [name, `${name} on *`], include, exclude },
  );
  if (!onPostgres) return levels;
  const include = findPostgresTests(root);
  return [...levels, { name: postgresProject, projects: [postgresProject], include, exclude: [] }];
}

function hasMatch(root: string, { include, exclude }: LevelFiles, filters: readonly string[]): boolean {
  // As in Vitest: a part of the path, perhaps with the number of a line.
  const parts = filters.map((filter) => relative(root, resolve(root, filter.replace(/:\d+$/, ''))));
  return globSync([...include], { cwd: root, exclude: [...exclude, '**/node_modules/**'] }).some((file) =>
    parts.some((part) => join(root, file).includes(part)),
  );
}
