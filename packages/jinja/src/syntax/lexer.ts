import type { LexerOptions } from './delimiters.ts';
import { WordScanner } from './scan-word.ts';
import { type TagEnd, tagEnd } from './tag-end.ts';
import { type FindTagStart, literalPattern, tagStartFinder } from './tag-start.ts';

/** Tokenizer for one set of options. Keep it: creating it costs more than tokenizing a template. */
export class Lexer {
  readonly options: LexerOptions;
  readonly words = new WordScanner();
  readonly findTagStart: FindTagStart;
  readonly variableEnd: TagEnd;
  readonly blockEnd: TagEnd;
  readonly lineEnd: TagEnd;
  /** A whole `{% raw %}`. */
  readonly rawStart: RegExp;
  /** A whole `{% endraw %}`; the first group is the sign that trims before it. */
  readonly rawEnd: RegExp;

  constructor(options: LexerOptions) {
    this.options = options;
    const { delimiters, trimBlocks: trim } = options;
    this.findTagStart = tagStartFinder(delimiters);
    this.variableEnd = tagEnd('variable_end', delimiters.variableEnd, false, false);
    this.blockEnd = tagEnd('block_end', delimiters.blockEnd, true, trim);
    this.lineEnd = tagEnd('block_end', null, false, false);
    const start = literalPattern(delimiters.blockStart);
    const end = literalPattern(delimiters.blockEnd);
    this.rawStart = new RegExp(`${start}[-+]?\\s*raw\\s*(?:-${end}\\s*|${end})`, 'y');
    const trimmed = trim ? '\\n?' : '';
    this.rawEnd = new RegExp(`${start}([-+]?)\\s*endraw\\s*(?:\\+${end}|-${end}\\s*|${end}${trimmed})`, 'g');
  }
}
