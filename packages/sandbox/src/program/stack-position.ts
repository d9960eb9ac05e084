/** Directive at the beginning of every program, so that acorn and the interpreter read it in strict mode. */
export const strictDirective = '"use strict";';

/** Text before a program: on its first line, so that lines keep their numbers. */
export const programHead = `(async function () {${strictDirective}`;

/** The first place of the program in a stack of the interpreter. */
export function findStackPosition(stack: string): {
  readonly line: number | null;
  readonly column: number | null;
} {
  const found = /program\.js:(\d{1,7})(?::(\d{1,7}))?/.exec(stack);
  if (!found) return { line: null, column: null };
  const line = Number(found[1]);
  const column = found[2] === undefined ? null : Number(found[2]) - (line === 1 ? programHead.length : 0);
  return { line, column: column === null ? null : Math.max(1, column) };
}
