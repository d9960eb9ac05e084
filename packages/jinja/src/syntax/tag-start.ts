import { codeAt } from './characters.ts';
import type { Delimiters } from './delimiters.ts';

export type TagType = 'block' | 'variable' | 'comment' | 'line-statement' | 'line-comment';

/** The opening of a tag: `start` is where it begins, `end` the offset after its mark. */
export interface TagStart {
  readonly type: TagType;
  readonly start: number;
  readonly end: number;
}

/** Finds the next opening mark at or after an offset; null when only text is left. */
export type FindTagStart = (text: string, from: number) => TagStart | null;

/** Compiles the search for one set of marks. At one place the longest mark wins, as in Jinja. */
export function tagStartFinder(delimiters: Delimiters): FindTagStart {
  const marks = marksOf(delimiters);
  const [first = ''] = marks[0]?.mark ?? '';
  return marks.every(({ mark, isPlain }) => isPlain && mark.startsWith(first))
    ? characterFinder(first, marks)
    : patternFinder(marks);
}

/** Plain marks that all begin with one character, as Jinja's own do, are found by that character. */
function characterFinder(first: string, marks: readonly Mark[]): FindTagStart {
  return (text, from) => {
    for (let at = text.indexOf(first, from); at !== -1; at = text.indexOf(first, at + 1))
      for (const { type, mark } of marks)
        if (standsAt(mark, text, at)) return { type, start: at, end: at + mark.length };
    return null;
  };
}

function patternFinder(marks: readonly Mark[]): FindTagStart {
  const pattern = new RegExp(marks.map(({ pattern }) => `(${pattern})`).join('|'), 'gm');
  return (text, from) => {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match === null) return null;
    const mark = marks.find((_, index) => match[index + 1] !== undefined);
    if (mark === undefined) return null;
    return { type: mark.type, start: match.index, end: match.index + match[0].length };
  };
}

/** As `text.startsWith(mark, at)`, which costs several times as much for marks of two characters. */
export function standsAt(mark: string, text: string, at: number): boolean {
  for (let index = 0; index < mark.length; index += 1)
    if (codeAt(text, at + index) !== codeAt(mark, index)) return false;
  return true;
}

/** A text as a pattern that matches just that text. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

interface Mark {
  readonly type: TagType;
  readonly mark: string;
  readonly pattern: string;
  /** The mark counts wherever it stands. */
  readonly isPlain: boolean;
}

function marksOf(delimiters: Delimiters): Mark[] {
  const plain = (type: TagType, mark: string) => ({
    type,
    mark,
    pattern: literalPattern(mark),
    isPlain: true,
  });
  const marks: Mark[] = [
    plain('variable', delimiters.variableStart),
    plain('block', delimiters.blockStart),
    plain('comment', delimiters.commentStart),
  ];
  const { lineStatementPrefix, lineCommentPrefix } = delimiters;
  if (lineStatementPrefix !== null) {
    const pattern = `^[ \\t\\v]*${literalPattern(lineStatementPrefix)}`;
    marks.push({ type: 'line-statement', mark: lineStatementPrefix, pattern, isPlain: false });
  }
  if (lineCommentPrefix !== null) {
    const pattern = `(?:^|(?<=\\S))[^\\S\\r\\n]*${literalPattern(lineCommentPrefix)}`;
    marks.push({ type: 'line-comment', mark: lineCommentPrefix, pattern, isPlain: false });
  }
  return marks.sort((a, b) => b.mark.length - a.mark.length);
}
