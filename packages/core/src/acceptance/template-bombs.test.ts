import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bombs, outcome, places, printedDefault } from './template-bombs.test-helpers.ts';

const longest = 10_000_000;

describe('a template that asks for more than its budget', { tags: ['security'] }, () => {
  it.each(bombs)('is data in the default of a parameter: $name', ({ source }) => {
    expect(printedDefault(source)).toBe(source);
  });

  it.each(bombs)(
    'ends in a clear error or a small value, in every place: $name',
    { tags: ['extended'] },
    async (bomb) => {
      for (const [name, place] of Object.entries(places)) {
        const { error, value } = await outcome(place, bomb);
        if (bomb.ends !== null) expect(error, name).toMatch(bomb.ends);
        if (error === null) expect(value.length, name).toBeLessThan(longest);
      }
    },
  );

  it('leaves the memory of the process as it is', { tags: ['extended'] }, async () => {
    const scene = fileURLToPath(new URL('template-bombs.test-helpers.ts', import.meta.url));
    const program = `
      import { bombs, outcome, places } from ${JSON.stringify(scene)};
      for (const bomb of bombs) for (const place of Object.values(places)) await outcome(place, bomb);
      console.log('done', Math.round(process.resourceUsage().maxRSS / 1024));
    `;
    const flags = ['--max-old-space-size=256', '--input-type=module', '-e', program];
    const { stdout } = await promisify(execFile)(process.execPath, flags);
    expect(stdout).toContain('done');
    expect(Number(stdout.split(' ')[1])).toBeLessThan(700);
  });
});
