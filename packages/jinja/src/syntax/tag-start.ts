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

/** A text as a pattern that matches just that text. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function marksOf(delimiters: Delimiters): { type: TagType; mark: string; pattern: string }[] {
  const plain = (type: TagType, mark: string) => ({ type, mark, pattern: literalPattern(mark) });
  const marks = [
    plain('comment', delimiters.commentStart),
    plain('block', delimiters.blockStart),
    plain('variable', delimiters.variableStart),
  ];
  const { lineStatementPrefix, lineCommentPrefix } = delimiters;
  if (lineStatementPrefix !== null) {
    const pattern = `^[ \\t\\v]*${literalPattern(lineStatementPrefix)}`;
    marks.push({ type: 'line-statement', mark: lineStatementPrefix, pattern });
  }
  if (lineCommentPrefix !== null) {
    const pattern = `(?:^|(?<=\\S))[^\\S\\r\\n]*${literalPattern(lineCommentPrefix)}`;
    marks.push({ type: 'line-comment', mark: lineCommentPrefix, pattern });
  }
  return marks.sort((a, b) => b.mark.length - a.mark.length);
}
