/** Returns about how many bytes of memory JSON data takes: 2 for each character, 32 for each value. */
export function valueSize(value: unknown): number {
  let size = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    size += 32;
    if (typeof next === 'string') size += 2 * next.length;
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next)) {
      for (const item of next) rest.push(item);
      continue;
    }
    for (const name in next) {
      size += 2 * name.length;
      rest.push((next as Record<string, unknown>)[name]);
    }
  }
  return size;
}
