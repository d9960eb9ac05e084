import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changesOfBranch, changesSince, gitIn } from './changes.ts';

let folder: string;
const git = (...args: readonly string[]) => gitIn(folder)(...args);
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const commit = () => {
  git('add', '-A');
  git('-c', 'user.name=a', '-c', 'user.email=a@example', 'commit', '-qm', 'test: change');
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changes-'));
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: folder });
  write('README.md', 'one\n');
  write('packages/core/src/run.ts', 'const one = 1;\n');
  commit();
});
afterEach(() => rmSync(folder, { recursive: true }));

it('finds committed, uncommitted, removed and new files, with their changed lines', () => {
  const start = git('rev-parse', 'HEAD').trim();
  write('packages/core/src/run.ts', 'const two = 2;\n');
  commit();
  write('a folder/é.ts', '');
  rmSync(join(folder, 'README.md'));
  const { files, lines } = changesSince(git, start);
  expect([...files].sort()).toEqual(['README.md', 'a folder/é.ts', 'packages/core/src/run.ts']);
  expect(lines.get('packages/core/src/run.ts')).toEqual(['-const one = 1;', '+const two = 2;']);
  expect(lines.get('README.md')).toEqual(['-one']);
});

it('compares with the commit at which the branch left the one that it follows', () => {
  git('checkout', '-qb', 'work');
  write('mine.ts', '');
  commit();
  git('checkout', '-q', 'main');
  write('theirs.ts', '');
  commit();
  git('checkout', '-q', 'work');
  expect(changesOfBranch(git)).toBeUndefined();
  git('branch', '-q', '--set-upstream-to', 'main');
  expect(changesOfBranch(git)?.files).toEqual(['mine.ts']);
});
