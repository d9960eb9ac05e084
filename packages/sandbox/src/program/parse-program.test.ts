import { beforeEach, describe, expect, it } from 'vitest';
import { checkProgram, parseProgram } from './parse-program.ts';

/** Texts that are read in one turn of the event loop share its time. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
beforeEach(nextTurn);

describe('checkProgram', () => {
  it.each([
    'return await page.title()',
    'const a = 1; return a',
    'for await (const x of []) {}',
    'return /(?<year>\\d{4})/v.exec("2026")',
    '"use strict"; return 1 // end',
  ])('accepts `%s`', (source) => {
    expect(checkProgram({ source })).toBeNull();
  });

  it.each([
    ['let y = (;', 1, 10],
    ['\n\nreturn }', 3, 8],
    ['let a = 1;\nlet a = 2;', 2, 5],
    ['const x: number = 1', 1, 8],
    ['export default 1', 1, 1],
    ['delete name', 1, 1],
  ])('refuses `%s` with its place', (source, line, column) => {
    const fault = checkProgram({ source });
    expect(fault).toMatchObject({ line, column });
    expect(fault?.message).toContain(`at line ${line}, column ${column}.`);
    expect(fault?.message).not.toContain('Python');
  });

  it('reads TypeScript when it is told to', async () => {
    expect(checkProgram({ source: 'const x: number = 1; return x', language: 'typescript' })).toBeNull();
    await nextTurn();
    expect(checkProgram({ source: 'return 1;\nconst x: = 1', language: 'typescript' })).toMatchObject({
      line: 2,
    });
    await nextTurn();
    expect(checkProgram({ source: 'let a = 1;\nlet a = 2;', language: 'typescript' })).toMatchObject({
      line: 2,
      column: 5,
    });
  });

  it.each([
    'def main():\n    return 1',
    'import json\nreturn json.dumps({})',
    'from os import path',
    'for row in rows:\n    print(row)',
    'if x is None:\n    return 1',
    'x = True\nprint "a"',
    'async def run(page):\n    await page.goto(url)',
    'try:\n    a()\nexcept ValueError as e:\n    pass',
    'name = f"a {b}"',
  ])('hints at Python: `%s`', (source) => {
    expect(checkProgram({ source })?.message).toMatch(/looks like Python; write it in JavaScript/);
  });

  it.each(['('.repeat(1e5), '['.repeat(1e5), '!'.repeat(2e5), '`${'.repeat(5e4)])(
    'survives text that is nested too deeply (%#)',
    (source) => {
      expect(checkProgram({ source })).not.toBeNull();
      // Without the limit of time, which a busy machine can meet before the nesting.
      expect(parseProgram(source, 'typescript').ok).toBe(false);
    },
  );

  it('leaves TypeScript that takes too long to read to the run, and reads other text in the next turn', async () => {
    const hostile = 'f<T>('.repeat(40);
    expect(checkProgram({ source: hostile, language: 'typescript' })).toBeNull();
    // What else is read in the same turn gets none of the time that is used up.
    expect(checkProgram({ source: 'return (', language: 'typescript' })).toBeNull();
    await nextTurn();
    expect(checkProgram({ source: 'return 1', language: 'typescript' })).toBeNull();
    // A busy machine can use up the time of a turn by itself.
    await expect
      .poll(() => checkProgram({ source: 'return (', language: 'typescript' }), { timeout: 60_000 })
      .not.toBeNull();
  });

  it('leaves long JavaScript to the run when reading it takes too long', { tags: ['security'] }, () => {
    const hostile = Array.from({ length: 50_000 }, (_, index) => `let v${index};`).join('');
    expect(checkProgram({ source: `${hostile}return (` })).toBeNull();
    expect(checkProgram({ source: `return (${' '.repeat(4000)}` })).not.toBeNull();
  });

  it('refuses a text of more than a million characters', () => {
    expect(checkProgram({ source: ' '.repeat(1024 * 1024 + 1) })?.message).toMatch(/at most 1048576/);
  });
});
