import type { Box } from '@runwright/contract';

/**
 * Returns areas that cover every box and its way between two positions. When the number of boxes changed, both positions
 * of each are covered.
 */
export function movementAreas(before: readonly Box[], after: readonly Box[]): readonly Box[] {
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
