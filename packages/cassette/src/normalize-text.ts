/** Patterns of what differs between two executions of the same run, each with the name that stands for it; the most special first. */
const variables = {
  // Ids of runs, blocks, artifacts and the like.
  id: /\b[a-z]{1,4}_\d{23,}\b/,
  time: /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?/,
  date: /\b\d{4}-\d{2}-\d{2}\b/,
  host: /\b(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}\b/,
  // Boundaries of data in prompts, nonces of placeholders, and digests.
  hex: /\b[0-9a-f]{24}(?:[0-9a-f]{8})?(?:[0-9a-f]{32})?\b/,
} as const;

const anyVariable = new RegExp(
  Object.entries(variables)
    .map(([name, { source }]) => `(?<${name}>${source})`)
    .join('|'),
  'g',
);

/** A text without what differs between executions, and what differed in the order of its places. */
export interface NormalizedText {
  readonly text: string;
  readonly values: readonly string[];
}

/**
 * Replaces what differs between two executions of the same run by names: ids, times and ISO dates, hosts of the loopback
 * address with a port, and random digits.
 */
export function normalizeText(given: string): NormalizedText {
  const values: string[] = [];
  const text = given.replace(anyVariable, (value: string, ...rest: unknown[]) => {
    values.push(value);
    return `<${nameOf(rest.at(-1))}>`;
  });
  return { text, values };
}

/** Returns the name of the group that has matched. */
function nameOf(groups: unknown): string {
  const matched = Object.entries(groups ?? {}).find(([, value]) => value !== undefined);
  return matched?.[0] ?? 'value';
}

/**
 * Puts the values of one execution in the place of those of another one; both are from texts that are the same when they are
 * normalised. A value that stands for several ones stays.
 */
export function replaceValues(text: string, before: readonly string[], after: readonly string[]): string {
  const pairs = new Map<string, Set<string>>();
  for (const [index, value] of before.entries()) {
    const others = pairs.get(value) ?? new Set();
    pairs.set(value, others.add(after[index] ?? value));
  }
  return text.replace(anyVariable, (value: string) => {
    const [other = value, ...more] = pairs.get(value) ?? [];
    return more.length === 0 ? other : value;
  });
}
