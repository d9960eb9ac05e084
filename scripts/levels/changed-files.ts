import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { GitVCSProvider } from 'vitest/node';
import { testLevels } from '../test-levels.ts';
import { affectedTests, readWorkspace } from './affected-tests.ts';

/**
 * Names the changed files for `--changed` of Vitest, which runs the tests that import them: those that git names, and the
 * test files that these can affect without an import.
 */
export class ChangedFiles extends GitVCSProvider {
  override async findChangedFiles(
    options: Parameters<GitVCSProvider['findChangedFiles']>[0],
  ): Promise<string[]> {
    const changed = await super.findChangedFiles(options);
    const paths = changed.map((file) => relative(options.root, file).replaceAll('\\', '/'));
    const tests = testLevels.flatMap(({ include, exclude }) =>
      globSync([...include], { cwd: options.root, exclude: [...exclude, '**/node_modules/**'] }),
    );
    const affected = affectedTests(paths, tests, readWorkspace(options.root));
    return [...changed, ...affected.map((test) => join(options.root, test))];
  }
}
