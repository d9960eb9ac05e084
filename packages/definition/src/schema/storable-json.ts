import { type JsonLimits, outputLimits, RunwrightError } from '@runwright/contract';

/** Smaller objects of an output are rows, whose names do not count. */
const largeObject = 100;

/** Returns whether a value is nested deeper than `levels`, as one is that contains itself; one of more than 1,000,000 values counts as deeper. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  return findExcess(value, { ...outputLimits, depth: levels, names: Number.POSITIVE_INFINITY }) !== null;
}

/**
 * Asserts that an output can be stored, and returns it: it has at most 501 levels and 1,000,000 values; its
 * objects with more than 100 members may have 20,000 different property names together.
 *
 * @throws RunwrightError `block_failed` for one that is nested deeper, or that has more values or names
 */
export function assertStorable<T>(output: T): T {
  const excess = findExcess(output, outputLimits);
  if (excess === null) return output;
  throw new RunwrightError('block_failed', `Cannot store the output: ${reasons[excess]}`);
}

const inEnglish = (count: number) => count.toLocaleString('en');
const reasons: Readonly<Record<keyof JsonLimits, string>> = {
  depth: `it is nested deeper than ${outputLimits.depth - 1} levels. Return less of it.`,
  values: `it has more than ${inEnglish(outputLimits.values)} values. Return less of it, or save it as a file.`,
  names: `its objects have more than ${inEnglish(outputLimits.names)} different property names. Return lists instead.`,
};

/** Returns the limit that a value exceeds, found without a call for each level; a value counts wherever it stands. */
function findExcess(value: unknown, limits: JsonLimits): keyof JsonLimits | null {
  if (!isNested(value)) return null;
  const names = new Set<string>();
  const rest: object[] = [value];
  const depths: number[] = [1];
  let values = 0;
  for (;;) {
    const next = rest.pop();
    const depth = depths.pop();
    if (next === undefined || depth === undefined) return null;
    if (depth > limits.depth) return 'depth';
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    values += members.length;
    if (values > limits.values) return 'values';
    if (members !== next && members.length > largeObject) {
      for (const name of Object.keys(next)) names.add(name);
      if (names.size > limits.names) return 'names';
    }
    for (const member of members) {
      if (!isNested(member)) continue;
      rest.push(member);
      depths.push(depth + 1);
    }
  }
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
