// How tightly operators bind. Signs, filters and tests bind tighter than all of these.
export const orLevel = 1;
const andLevel = 2;
export const notLevel = 3;
export const compareLevel = 4;
const sumLevel = 5;
export const concatLevel = 6;
const productLevel = 7;
const powerLevel = 8;

const levels: ReadonlyMap<string, number> = new Map([
  ['or', orLevel],
  ['and', andLevel],
  ['not', notLevel],
  ...['==', '!=', '<', '<=', '>', '>=', 'in'].map((operator) => [operator, compareLevel] as const),
  ['+', sumLevel],
  ['-', sumLevel],
  ['~', concatLevel],
  ...['*', '/', '//', '%'].map((operator) => [operator, productLevel] as const),
  ['**', powerLevel],
]);

/** Precedence of an operator word; 0 for what is no such operator. */
export function levelOf(word: string): number {
  return levels.get(word) ?? 0;
}
