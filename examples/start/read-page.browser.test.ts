import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const folder = import.meta.dirname;

it('read-page.ts opens the page in a browser and prints its title and links', {
  tags: ['extended'],
}, async () => {
  const data = await mkdtemp(join(tmpdir(), 'runwright-start-'));
  try {
    const { stdout } = await run(process.execPath, [join(folder, 'read-page.ts')], { cwd: data });
    const guide = await readFile(join(folder, '../../docs/start/embed.md'), 'utf8');
    expect(stdout).toBe(/```text\n(started open\n[\s\S]*?)```/.exec(guide)?.[1]);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
