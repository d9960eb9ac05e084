/** What every program begins with, so that acorn and the interpreter read it in strict mode. */
export const strict = '"use strict";';

/** What stands before a program: on its first line, so that lines keep their numbers. */
export const head = `(async function () {${strict}`;

/** The first place of the program in a stack of the interpreter. */
export function placeInStack(stack: string): {
  readonly line: number | null;
  readonly column: number | null;
} {
  const found = /program\.js:(\d{1,7})(?::(\d{1,7}))?/.exec(stack);
  if (!found) return { line: null, column: null };
  const line = Number(found[1]);
  const column = found[2] === undefined ? null : Number(found[2]) - (line === 1 ? head.length : 0);
  return { line, column: column === null ? null : Math.max(1, column) };
}
