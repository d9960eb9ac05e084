/** The text below a heading, up to the next heading of the same or a higher level. Throws when there is no such heading. */
export function section(document: string, heading: string): string {
  const lines = document.split('\n');
  const start = lines.indexOf(heading);
  if (start === -1) throw new Error(`There is no heading \`${heading}\`.`);
  const level = heading.indexOf(' ');
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^#+ /.test(line) && line.indexOf(' ') <= level);
  return rest.slice(0, end === -1 ? rest.length : end).join('\n');
}

/** The cells of all tables in a text, row by row, without the rows of headings. */
export function tableRows(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n');
  return lines
    .filter((line, index) => line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1] ?? ''))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
}

/** Returns the contents of code spans, in order. */
export function codeSpans(text: string): readonly string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => code);
}

/** The fenced blocks of a language, in order. */
export function codeBlocks(text: string, language: string): readonly string[] {
  return text
    .split('```')
    .filter((part, index) => index % 2 === 1 && part.startsWith(`${language}\n`))
    .map((part) => part.slice(language.length + 1));
}

function isRule(line: string): boolean {
  return /^\|[-|]+\|$/.test(line);
}
