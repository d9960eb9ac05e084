import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the parser of TypeScript is loaded in its own time, and not in that of the first text', async () => {
  const program = `
    const { readWithin, stripTypes } = await import(${JSON.stringify(import.meta.resolve('./strip-types.ts'))});
    for (const maxMs of [1, 5, 10, 20, 40]) readWithin(() => stripTypes('const a: number = 1'), maxMs);
    console.log(stripTypes('const a: number = 1'));
  `;
  // A process of its own, where nothing is loaded yet.
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe('const a = 1\n');
});
