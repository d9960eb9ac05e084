import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the paths of the documents with text for readers, from the root: `README.md`, `CONTRIBUTING.md`, all of `docs`
 * that git does not ignore, and the README of each package. The newest ones need not be committed.
 */
export function documents(root: string): readonly string[] {
  const patterns = ['README.md', 'CONTRIBUTING.md', 'docs/**.md', 'packages/*/README.md'];
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const names = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
  return names.filter((name) => name !== '' && existsSync(join(root, name))).sort();
}
