/**
 * Returns about how many bytes of memory JSON data takes: 2 for each character, 32 for each value. Stops counting above `limit`.
 * Default: counts everything.
 */
export function valueSize(value: unknown, limit = Number.POSITIVE_INFINITY): number {
  let size = 0;
  const rest: object[] = [];
  add(value);
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (Array.isArray(next)) {
      for (const item of next) if (add(item) > limit) return size;
      continue;
    }
    for (const name in next) {
      size += 2 * name.length;
      if (add((next as Record<string, unknown>)[name]) > limit) return size;
    }
  }
  return size;

  function add(member: unknown): number {
    if (typeof member === 'object' && member !== null) rest.push(member);
    size += typeof member === 'string' ? 32 + 2 * member.length : 32;
    return size;
  }
}
