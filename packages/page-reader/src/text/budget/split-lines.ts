import type { DataLine } from '../extract/extract-lines.ts';
import { cellBorder } from '../lines/table-cells.ts';
import { estimateTokens } from './token-estimate.ts';

/** Tokens of one part of a long text. */
export const partTokens = 12_000;
/** A part may end this much early for the sake of a better place. */
const slack = 0.25;
/** Maximum share of a part for what is repeated at its beginning. */
const mostContext = 0.5;

/**
 * Cuts lines into texts of about `tokens`: where a landmark, a heading, an entry or a row begins when there is such a place
 * near the end, else between lines. Each further text repeats the page line, the headings and names that its first line stands under, and
 * the rows that name the columns of its table.
 */
export function splitLines(
  head: string,
  lines: readonly DataLine[],
  tokens: number,
  bytesPerToken: number,
): readonly string[] {
  const pieces = lines.flatMap((line) => inPieces(line, tokens, bytesPerToken));
  const cost = (line: DataLine): number => estimateTokens(line.text, bytesPerToken) + line.depth / 4 + 0.3;
  const parts: string[] = [];
  let from = 0;
  while (from < pieces.length || parts.length === 0) {
    const context = contextOf(pieces, from);
    const contextCost = context.reduce((sum, line) => sum + cost(line), 0);
    const above = contextCost <= tokens * mostContext ? context : [];
    let size = estimateTokens(head, bytesPerToken) + (above.length > 0 ? contextCost : 0);
    let end = from;
    let border = from;
    for (; end < pieces.length; end += 1) {
      const line = pieces[end];
      if (!line) break;
      if (end > from && size + cost(line) > tokens) break;
      if (line.begins && size > tokens * (1 - slack)) border = end;
      size += cost(line);
    }
    if (end < pieces.length && border > from) end = border;
    parts.push([head, ...above.map(indented), ...pieces.slice(from, end).map(indented)].join('\n'));
    from = end;
  }
  return parts;
}

/** Headings and names above a line, outermost first, and the rows that name the columns of the table that goes on. */
function contextOf(lines: readonly DataLine[], index: number): readonly DataLine[] {
  const first = lines[index];
  if (!first || index === 0) return [];
  const above: DataLine[] = [];
  let level = first.level > 0 ? first.level : 7;
  let depth = first.depth;
  const heads: DataLine[] = [];
  // Rows are looked through up to the ones that name the columns, past what stands below a row.
  let search: 'body' | 'heads' | 'done' = first.row === 'none' ? 'done' : 'body';
  if (first.row === 'head') search = 'heads';
  for (let at = index - 1; at >= 0; at -= 1) {
    const line = lines[at];
    if (!line) continue;
    if (search !== 'done' && line.depth <= first.depth) {
      if (line.depth < first.depth || line.row === 'none' || (search === 'heads' && line.row === 'body'))
        search = 'done';
      else if (line.row === 'head') {
        heads.unshift(line);
        search = 'heads';
      }
    }
    if (line.opens && line.depth < depth) {
      above.unshift(line);
      depth = line.depth;
    } else if (line.level > 0 && line.level < level && line.depth <= depth) {
      above.unshift(line);
      level = line.level;
    }
  }
  return [...above, ...heads];
}

/** A text that is longer than a part goes into several, between words; a row goes on with the number of its column. */
function inPieces(line: DataLine, tokens: number, bytesPerToken: number): readonly DataLine[] {
  if (estimateTokens(line.text, bytesPerToken) <= tokens / 2) return [line];
  const length = Math.max(100, Math.floor((tokens / 2) * (bytesPerToken / 3)));
  const pieces: DataLine[] = [];
  for (let from = 0; from < line.text.length; ) {
    const space = line.text.lastIndexOf(' ', from + length);
    const end = from + length >= line.text.length ? line.text.length : space > from ? space : from + length;
    const half = /[\ud800-\udbff]/.test(line.text.charAt(end - 1)) ? 1 : 0;
    const start = line.row === 'none' || from === 0 ? '' : `${columnAt(line.text, from)}| `;
    pieces.push({ ...line, text: `${start}${line.text.slice(from, end - half).trim()}` });
    from = end - half;
  }
  return pieces;
}

/** The column of a row in which a place of its line is, from 1. */
function columnAt(text: string, place: number): number {
  return `${text.slice(1, place)} `.split(cellBorder).length;
}

function indented({ depth, text }: DataLine): string {
  return `${'  '.repeat(depth)}${text}`;
}
