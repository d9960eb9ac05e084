import type { ErrorPlace } from '../error.ts';
import { TemplateError } from '../error.ts';

const longestHintLine = 160;

/** The text of a template with its line breaks made `\n`, and the places in it. */
export class Source {
  readonly text: string;
  readonly name: string | null;

  constructor(text: string, name: string | null, keepTrailingNewline: boolean) {
    const unified = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    this.text = !keepTrailingNewline && unified.endsWith('\n') ? unified.slice(0, -1) : unified;
    this.name = name;
  }

  /** Line, column and a hint for an offset into `text`. */
  place(offset: number): ErrorPlace {
    const at = Math.min(Math.max(offset, 0), this.text.length);
    const start = at === 0 ? 0 : this.text.lastIndexOf('\n', at - 1) + 1;
    const next = this.text.indexOf('\n', at);
    const line = countNewlines(this.text, start) + 1;
    const column = at - start + 1;
    const whole = this.text.slice(start, next === -1 ? this.text.length : next);
    return { line, column, hint: hintFor(whole, line, column), template: this.name };
  }

  /** A syntax error at an offset. */
  error(message: string, offset: number): TemplateError {
    return new TemplateError('syntax', message, { place: this.place(offset) });
  }
}

/** One place that can fail while rendering. */
export class SourcePosition {
  declare readonly source: Source;
  declare readonly offset: number;

  constructor(source: Source, offset: number) {
    this.source = source;
    this.offset = offset;
  }
}

function countNewlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function hintFor(whole: string, line: number, column: number): string {
  const from = column > longestHintLine ? column - longestHintLine / 2 : 0;
  const shown = whole.slice(from, from + longestHintLine);
  const label = `${line} | `;
  // No pattern here: this runs when the stack is exhausted, too.
  const indent = Array.from(shown.slice(0, column - 1 - from), (unit) => (unit === '\t' ? unit : ' ')).join(
    '',
  );
  return `${label}${shown}\n${' '.repeat(label.length)}${indent}^`;
}
