import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const folder = import.meta.dirname;
const command = join(folder, '../../packages/cli/src/main.ts');

const runwright = async (...args: readonly string[]) =>
  (await run(process.execPath, [command, '--config', 'runwright.config.ts', ...args], { cwd: folder }))
    .stdout;

it('the command executes the block of runwright.config.ts', { tags: ['extended'] }, async () => {
  expect(await runwright('run', 'words.yaml', '-p', 'text=the quick brown fox jumps over the dog')).toMatch(
    /"words": 8[\s\S]*"verdict": "long"/,
  );
});

it('the command lists and checks the block of runwright.config.ts', { tags: ['extended'] }, async () => {
  expect(await runwright('blocks', 'count_words')).toContain('count_words  (from runwright.config.ts)');
  expect(await runwright('validate', 'words.yaml')).toBe('words.yaml is valid: 2 blocks, 1 parameter.\n');
});
