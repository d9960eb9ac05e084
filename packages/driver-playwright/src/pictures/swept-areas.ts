import type { Box } from '@runwright/contract';

/**
 * Areas that cover every box on its way from one place to another. When boxes have come or gone in between, both places
 * of each are covered.
 */
export function sweptAreas(before: readonly Box[], after: readonly Box[]): readonly Box[] {
  if (before.length !== after.length) return [...before, ...after];
  return before.map((from, index) => around(from, after[index] ?? from));
}

function around(one: Box, other: Box): Box {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    ...{ x, y },
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
