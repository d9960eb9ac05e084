import { type Codes, codesOf } from './characters.ts';
import { type Delimiter, delimiterOf, matchesAt } from './delimiter.ts';
import type { Delimiters } from './delimiters.ts';

export type TagType = 'block' | 'variable' | 'comment' | 'line-statement' | 'line-comment';

/** The opening of a tag: `start` is where it begins, `end` the offset after its mark. */
export interface TagStart {
  readonly type: TagType;
  readonly start: number;
  readonly end: number;
}

/** Finds the next opening mark at or after an offset; null when only text is left. */
export type FindTagStart = (text: string, from: number, codes?: Codes) => TagStart | null;

/** Compiles the search for one set of marks. At one place the longest mark wins, as in Jinja. */
export function tagStartFinder(delimiters: Delimiters): FindTagStart {
  const openings = openingsOf(delimiters);
  const [first = ''] = openings[0]?.mark.text ?? '';
  return openings.every(({ mark, isPlain }) => isPlain && mark.text.startsWith(first))
    ? characterFinder(first, openings)
    : patternFinder(openings);
}

/** Plain marks that all begin with one character, as Jinja's own do, are found by that character. */
function characterFinder(first: string, openings: readonly Opening[]): FindTagStart {
  return (text, from, codes = codesOf(text)) => {
    for (let at = text.indexOf(first, from); at !== -1; at = text.indexOf(first, at + 1))
      for (const { type, mark } of openings)
        if (matchesAt(mark, text, codes, at)) return { type, start: at, end: at + mark.length };
    return null;
  };
}

function patternFinder(openings: readonly Opening[]): FindTagStart {
  const pattern = new RegExp(openings.map(({ pattern }) => `(${pattern})`).join('|'), 'gm');
  return (text, from) => {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) return null;
    const opening = openings.find((_, index) => match[index + 1] !== undefined);
    if (opening === undefined) return null;
    return { type: opening.type, start: match.index, end: match.index + match[0].length };
  };
}

/** A text as a pattern that matches just that text. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

interface Opening {
  readonly type: TagType;
  readonly mark: Delimiter;
  readonly pattern: string;
  /** The mark counts wherever it stands. */
  readonly isPlain: boolean;
}

function openingsOf(delimiters: Delimiters): Opening[] {
  const plain = (type: TagType, text: string) => ({
    type,
    mark: delimiterOf(text),
    pattern: literalPattern(text),
    isPlain: true,
  });
  const openings: Opening[] = [
    plain('variable', delimiters.variableStart),
    plain('block', delimiters.blockStart),
    plain('comment', delimiters.commentStart),
  ];
  const { lineStatementPrefix, lineCommentPrefix } = delimiters;
  if (lineStatementPrefix !== null) {
    const pattern = `^[ \\t\\v]*${literalPattern(lineStatementPrefix)}`;
    openings.push({
      type: 'line-statement',
      mark: delimiterOf(lineStatementPrefix),
      pattern,
      isPlain: false,
    });
  }
  if (lineCommentPrefix !== null) {
    const pattern = `(?:^|(?<=\\S))[^\\S\\r\\n]*${literalPattern(lineCommentPrefix)}`;
    openings.push({ type: 'line-comment', mark: delimiterOf(lineCommentPrefix), pattern, isPlain: false });
  }
  return openings.sort((a, b) => b.mark.length - a.mark.length);
}
