import { depthOf, isRowLine, isSecondHeaderRow } from './table-line.ts';

/** Text of a page that one model call is to take data from. */
export interface PagePart {
  /** Lines that stand above the part on the page: the page line, headings, names, and the rows that name the columns. */
  readonly above: readonly string[];
  /** Lines of the part itself; no line of a page is in two parts. */
  readonly lines: readonly string[];
}

/** Maximum number of lines that a part of the page reader repeats from above. */
const maxRepeatedLines = 12;
/** Share of a part by which its end may move for the sake of a better place. */
const slack = 0.2;

/** Converts the parts of a page view, telling the lines that each repeats from above from its own. */
export function toPageParts(texts: readonly string[]): readonly PagePart[] {
  const before: string[] = [];
  return texts.map((text) => {
    const [pageLine = '', ...lines] = text.split('\n');
    const repeated = before.length === 0 ? 0 : countRepeatedLines(before, lines);
    const own = lines.slice(repeated);
    for (const line of own) before.push(line);
    return { above: [pageLine, ...lines.slice(0, repeated)], lines: own };
  });
}

/** Returns the text of a part as the model reads it. */
export function partText({ above, lines }: PagePart): string {
  return [...above, ...lines].join('\n');
}

/**
 * Divides a part into at most `count` parts of about equal cost, where a row, a heading or an entry begins when there is such
 * a place nearby, else between lines. Each begins with the lines that stand above it. A part of one line stays whole.
 *
 * @param costOf expected cost of a line, in any unit
 */
export function dividePart(
  part: PagePart,
  count: number,
  costOf: (line: string) => number,
): readonly PagePart[] {
  const { above, lines } = part;
  const ends: number[] = [];
  const share = lines.reduce((sum, line) => sum + costOf(line), 0) / count;
  let cost = 0;
  let from = 0;
  let best: { readonly end: number; readonly rank: number } | null = null;
  for (const [index, line] of lines.entries()) {
    const due = share * (ends.length + 1);
    if (index > from && ends.length < count - 1 && cost > due - share * slack) {
      const rank = rankOfBeginning(lines, index) - Math.abs(cost - due) / share;
      if (best === null || rank > best.rank) best = { end: index, rank };
      if (cost + costOf(line) > due + share * slack) {
        ends.push(best.end);
        from = best.end;
        best = null;
      }
    }
    cost += costOf(line);
  }
  if (best !== null && ends.length < count - 1) ends.push(best.end);
  const [pageLine = '', ...context] = above;
  const all = [...context, ...lines];
  return [0, ...ends].map((start, index) => ({
    above: start === 0 ? above : [pageLine, ...contextOf(lines[start] ?? '', all, context.length + start)],
    lines: lines.slice(start, ends[index]),
  }));
}

/** Counts the lines at the beginning of a part that stand above it on the page; `before` has the lines of the earlier parts. */
function countRepeatedLines(before: readonly string[], lines: readonly string[]): number {
  // From the largest number: a heading that is repeated first has nothing above it, like a line that is not repeated.
  for (let count = Math.min(maxRepeatedLines, lines.length - 1); count > 0; count -= 1) {
    const context = contextOf(lines[count] ?? '', before, before.length);
    if (context.length === count && context.every((line, index) => line === lines[index])) return count;
  }
  return 0;
}

/**
 * Returns the headings and names that a line stands under, outermost first, and the header rows of its table.
 *
 * @param count number of `lines` above it
 */
function contextOf(first: string, lines: readonly string[], count: number): readonly string[] {
  const above: string[] = [];
  const ownDepth = depthOf(first);
  let depth = ownDepth;
  let level = headingLevel(first) || 7;
  let headRow: number | null = null;
  let isInTable = isRowLine(first);
  for (let at = count - 1; at >= 0 && (isInTable || depth > 0 || level > 1); at -= 1) {
    const line = lines[at] ?? '';
    const lineDepth = depthOf(line);
    if (isInTable && lineDepth <= ownDepth) {
      isInTable = lineDepth === ownDepth && isRowLine(line);
      if (isInTable) headRow = at;
    }
    const lineLevel = headingLevel(line);
    if (lineDepth < depth) {
      // What is indented below a row stands under a name of its own.
      if (!isRowLine(line)) above.unshift(line);
      depth = lineDepth;
      if (lineLevel > 0) level = Math.min(level, lineLevel);
    } else if (lineLevel > 0 && lineLevel < level && lineDepth <= depth) {
      above.unshift(line);
      level = lineLevel;
    }
  }
  if (headRow === null) return above;
  const [head = '', second = ''] = lines.slice(headRow, Math.min(headRow + 2, count));
  return [...above, head, ...(isRowLine(second) && isSecondHeaderRow(second, head) ? [second] : [])];
}

/** Ranks a line as the first one of a part: rows, headings and names before links, which often begin an entry, and outer before inner ones. */
function rankOfBeginning(lines: readonly string[], index: number): number {
  const line = lines[index] ?? '';
  const depth = depthOf(line);
  const opens = depthOf(lines[index + 1] ?? '') > depth;
  if (isRowLine(line) || headingLevel(line) > 0 || opens) return 2 - depth / 2;
  const beginsWithLink = endsWithLink(line) && !endsWithLink(lines[index - 1] ?? '');
  return (beginsWithLink ? 1 : 0) - depth / 2;
}

function endsWithLink(line: string): boolean {
  return /\{L\d+\}$/.test(line);
}

function headingLevel(line: string): number {
  return /^ *(#{1,6}) /.exec(line)?.[1]?.length ?? 0;
}
