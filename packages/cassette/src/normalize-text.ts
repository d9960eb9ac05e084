/** What differs between two executions of the same run, and what stands for it. The first ones are the most special. */
const variables: readonly (readonly [RegExp, string])[] = [
  // Boundaries of data in prompts.
  [/\[\[([a-z]+) [0-9a-f-]{16,}\]\]/g, '[[$1 <boundary>]]'],
  // Ids of runs, blocks, artifacts and the like.
  [/\b([a-z]{1,4})_\d{23,}\b/g, '$1_<id>'],
  [/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>'],
  [/\b\d{4}-\d{2}-\d{2}\b/g, '<date>'],
  [/\b(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}\b/g, '$1:<port>'],
  // Nonces of placeholders, and digests.
  [/\b[0-9a-f]{24}(?:[0-9a-f]{8})?(?:[0-9a-f]{32})?\b/g, '<hex>'],
];

/**
 * Replaces what differs between two executions of the same run: ids, times and ISO dates, ports of the loopback address,
 * and random boundaries.
 */
export function normalizeText(text: string): string {
  return variables.reduce((changed, [pattern, name]) => changed.replace(pattern, name), text);
}
