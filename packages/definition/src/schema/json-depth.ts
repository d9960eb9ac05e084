import { RunwrightError } from '@runwright/contract';

/** Levels of lists and objects that data from outside may have: code that walks it calls itself for each. */
export const maxJsonDepth = 500;

/** Returns whether a value is nested deeper than `levels`, found without calling itself. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  // Each value once in a level: one that repeats itself is as deep as can be and not any wider.
  let level = new Set([value].filter(isNested));
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth >= levels) return true;
    const next = new Set<object>();
    for (const member of level) {
      for (const child of Array.isArray(member) ? member : Object.values(member)) {
        if (isNested(child)) next.add(child);
      }
    }
    level = next;
  }
  return false;
}

/**
 * An output that can be stored; a member of it may have {@link maxJsonDepth} levels.
 *
 * @throws RunwrightError `block_failed` for one that is nested deeper
 */
export function assertJsonDepth<T>(output: T): T {
  if (!isDeeperThan(output, maxJsonDepth + 1)) return output;
  throw new RunwrightError(
    'block_failed',
    `Cannot store the output: it is nested deeper than ${maxJsonDepth} levels. Return less of it.`,
  );
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
