/** A part of a text, from `start` to before `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Returns where a part stands in a text; occurrences do not overlap. */
export function occurrences(text: string, part: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found.push(at);
  return found;
}

/** Returns ranges in order, with those that overlap joined. */
export function joinRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** Returns a text with something else in place of ranges, given in order. */
export function replaceRanges(
  text: string,
  ranges: readonly TextRange[],
  replace: (part: string) => string,
): string {
  let replaced = '';
  let at = 0;
  for (const { start, end } of ranges) {
    replaced += text.slice(at, start) + replace(text.slice(start, end));
    at = end;
  }
  return replaced + text.slice(at);
}

/** Returns the ranges of a text within `reach` characters of some places, given in order; each character once. */
export function rangesAround(text: string, places: readonly number[], reach: number): readonly TextRange[] {
  return joinRanges(
    places.map((at) => ({ start: Math.max(0, at - reach), end: Math.min(text.length, at + reach) })),
  );
}
