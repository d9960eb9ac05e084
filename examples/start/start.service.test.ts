import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const folder = import.meta.dirname;
const command = join(folder, '../../packages/cli/src/main.ts');

it('read-page.ts opens the page in a browser and prints its title and links', async () => {
  const data = await mkdtemp(join(tmpdir(), 'runwright-start-'));
  try {
    const { stdout } = await run(process.execPath, [join(folder, 'read-page.ts')], { cwd: data });
    const guide = await readFile(join(folder, '../../docs/start/embed.md'), 'utf8');
    expect(stdout).toBe(/```text\n(started open\n[\s\S]*?)```/.exec(guide)?.[1]);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

it('the command lists, checks and executes the block of runwright.config.ts', async () => {
  const runwright = async (...args: readonly string[]) =>
    (await run(process.execPath, [command, '--config', 'runwright.config.ts', ...args], { cwd: folder }))
      .stdout;
  expect(await runwright('blocks', 'count_words')).toContain('count_words  (from runwright.config.ts)');
  expect(await runwright('validate', 'words.yaml')).toBe('words.yaml is valid: 2 blocks, 1 parameter.\n');
  expect(await runwright('run', 'words.yaml', '-p', 'text=the quick brown fox jumps over the dog')).toMatch(
    /"words": 8[\s\S]*"verdict": "long"/,
  );
});
