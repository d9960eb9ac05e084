import type { LexerOptions } from './delimiters.ts';
import type { Piece } from './print-statement.ts';
import { tagStartFinder } from './tag-start.ts';

/** Options for reading the text of a template, see `EnvironmentOptions`. */
export interface LayoutOptions extends LexerOptions {
  readonly keepTrailingNewline: boolean;
}

/** Text as it stands, or a tag by what is between its marks. */
interface Part {
  readonly type: 'text' | 'variable' | 'block' | 'comment';
  readonly text: string;
}

/** The text of a template: tags in their marks, and text so that it is read as it is. */
export function layOut(pieces: readonly Piece[], options: LayoutOptions): string {
  const parts = partsOf(pieces, options);
  const text = parts
    .map((part, index) => partText(part, parts[index - 1], parts[index + 1], options))
    .join('');
  const endsWithNewline = parts.at(-1)?.type === 'text' && text.endsWith('\n');
  return endsWithNewline && !options.keepTrailingNewline ? `${text}\n` : text;
}

/** Puts text that would be read as tags into `raw`, and something that prints nothing between two texts. */
function partsOf(pieces: readonly Piece[], { delimiters }: LayoutOptions): readonly Part[] {
  const findTagStart = tagStartFinder(delimiters);
  const marks = {
    text: '',
    variable: delimiters.variableStart,
    block: delimiters.blockStart,
    comment: delimiters.commentStart,
  };
  // From the end, because the mark that follows a text decides with it: in `{{% if` the tag is a print.
  const reversed: Part[] = [];
  for (const { type, text } of pieces.toReversed()) {
    const next = reversed.at(-1);
    if (type !== 'data') {
      reversed.push({ type, text });
      continue;
    }
    const isSecond = next?.type === 'text';
    const mark = isSecond ? marks.comment : marks[next?.type ?? 'text'];
    const found = findTagStart(text + mark, 0);
    const isPlain =
      mark === '' ? found === null : found?.start === text.length && found.end === text.length + mark.length;
    if (isPlain && isSecond) reversed.push({ type: 'comment', text: '' });
    if (isPlain) reversed.push({ type: 'text', text });
    else
      reversed.push(
        { type: 'block', text: 'endraw' },
        { type: 'text', text },
        { type: 'block', text: 'raw' },
      );
  }
  return reversed.toReversed();
}

function partText(
  { type, text }: Part,
  before: Part | undefined,
  after: Part | undefined,
  { delimiters, trimBlocks, lstripBlocks }: LayoutOptions,
): string {
  if (type === 'text') return text;
  if (type === 'variable') return `${delimiters.variableStart} ${text} ${delimiters.variableEnd}`;
  const first = lstripBlocks && before?.type === 'text' && /(?:^|\n)[^\S\n]+$/.test(before.text) ? '+' : '';
  const isTrimmed = trimBlocks && text !== 'raw' && after?.type === 'text' && after.text.startsWith('\n');
  const last = isTrimmed ? '+' : '';
  const { blockStart, blockEnd, commentStart, commentEnd } = delimiters;
  if (type === 'comment') return `${commentStart}${first} ${last}${commentEnd}`;
  return `${blockStart}${first} ${text} ${last}${blockEnd}`;
}
