/** Estimated from UTF-8 bytes: 3.6 of them are one token. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3.6);
}

/**
 * Cuts the text of a page into parts of about `tokens`, between lines only. Each further part begins with the lines that
 * its first line stands under (headings, landmarks, the table with its first row), so that it can be read alone.
 */
export function splitText(text: string, tokens: number): readonly string[] {
  if (estimateTokens(text) <= tokens) return [text];
  const lines = text.split('\n');
  const parts: string[] = [];
  let part: string[] = [];
  let size = 0;
  lines.forEach((line, index) => {
    const cost = estimateTokens(`${line}\n`);
    if (size + cost > tokens && part.length > 0) {
      parts.push(part.join('\n'));
      part = [...contextOf(lines, index)];
      size = estimateTokens(part.join('\n'));
    }
    part.push(line);
    size += cost;
  });
  return [...parts, part.join('\n')];
}

const longest = 40;

/** Lines above that are indented less and less, outermost first, and the header row of a table that goes on. */
function contextOf(lines: readonly string[], index: number): readonly string[] {
  const context: string[] = [];
  const [header = ''] = lines;
  let depth = indentOf(lines[index] ?? '');
  for (let above = index - 1; above > 0 && depth > 0; above -= 1) {
    const line = lines[above] ?? '';
    if (line.trim() === '' || indentOf(line) >= depth) continue;
    depth = indentOf(line);
    context.unshift(line);
  }
  return [header, ...context.slice(-longest), ...headerRow(lines, index)];
}

/** The first of the rows that a row stands among; none for a line that is no row, or the first itself. */
function headerRow(lines: readonly string[], index: number): readonly string[] {
  let first = index;
  while (first >= 0 && isRow(lines[first])) first -= 1;
  const row = lines[first + 1];
  return row !== undefined && first + 1 < index ? [row] : [];
}

function isRow(line: string | undefined): boolean {
  return line?.trimStart().startsWith('|') ?? false;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
