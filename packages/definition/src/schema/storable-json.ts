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

/** Different property names in the large objects of one output: such objects are slow to search and to copy. */
const maxJsonNames = 20_000;
/** Smaller objects are rows, which have the same names. */
const largeObject = 100;

/**
 * Asserts that an output can be stored, and returns it: a member may have {@link maxJsonDepth} levels, and the objects with
 * more than 100 members may have 20,000 different property names together.
 *
 * @throws RunwrightError `block_failed` for one that is nested deeper, or that has more names
 */
export function assertStorable<T>(output: T): T {
  if (isDeeperThan(output, maxJsonDepth + 1)) {
    throw cannotStore(`it is nested deeper than ${maxJsonDepth} levels. Return less of it.`);
  }
  if (hasMoreNames(output, maxJsonNames)) {
    const most = maxJsonNames.toLocaleString('en');
    throw cannotStore(`its objects have more than ${most} different property names. Return lists instead.`);
  }
  return output;
}

function cannotStore(reason: string): RunwrightError {
  return new RunwrightError('block_failed', `Cannot store the output: ${reason}`);
}

function hasMoreNames(value: unknown, most: number): boolean {
  const names = new Set<string>();
  const seen = new Set<object>();
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (!isNested(next) || seen.has(next)) continue;
    seen.add(next);
    if (Array.isArray(next)) {
      for (const item of next) if (isNested(item)) rest.push(item);
      continue;
    }
    const entries = Object.entries(next);
    for (const [name, member] of entries) {
      if (entries.length > largeObject) names.add(name);
      if (isNested(member)) rest.push(member);
    }
    if (names.size > most) return true;
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
