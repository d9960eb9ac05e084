import { isStackOverflow } from '../error.ts';
import type { Limits } from '../limits.ts';
import { limitError } from '../meter.ts';
import { Cursor } from './cursor.ts';
import type { Lexer } from './lexer.ts';
import type { Expression, TemplateNode } from './node.ts';
import { expressionGrammar } from './parse-expression.ts';
import { parseStatement } from './parse-statement.ts';
import type { Source } from './source.ts';
import { type Extension, StatementGrammar } from './statement-grammar.ts';
import { describeToken } from './token.ts';
import { TokenStream } from './token-stream.ts';
import type { UsedFeatures } from './used-features.ts';

export interface ParseOptions {
  readonly lexer: Lexer;
  readonly limits: Limits;
  readonly extensions: ReadonlySet<Extension>;
}

/** A syntax tree, and what is in it. */
interface Parsed {
  readonly tree: TemplateNode;
  readonly mentions: UsedFeatures;
}

/** The syntax tree of a template. Throws a `TemplateError` of kind `syntax` or, for too deep nesting, `limit`. */
export function parseTemplate(source: Source, options: ParseOptions): Parsed {
  return guardStack(source, options.limits, () => {
    const cursor = new Cursor(source, new TokenStream(source, options.lexer, false), options.limits);
    const grammar = new StatementGrammar(
      cursor,
      expressionGrammar(cursor),
      options.extensions,
      parseStatement,
    );
    return { tree: { kind: 'template', body: grammar.template(), at: 0 }, mentions: cursor.mentions };
  });
}

/** The syntax tree of one bare expression, without delimiters. */
export function parseExpression(source: Source, options: ParseOptions): Expression {
  return guardStack(source, options.limits, () => {
    const cursor = new Cursor(source, new TokenStream(source, options.lexer, true), options.limits);
    const node = expressionGrammar(cursor).expression();
    if (cursor.current.type !== 'eof')
      throw cursor.fail(`expected the end of the expression, got '${describeToken(cursor.current)}'`);
    return node;
  });
}

/** A source that exhausts the stack in spite of `parserDepth` (a low stack, a high limit) is the same error. */
export function guardStack<T>(source: Source, limits: Limits, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    throw limitError('parserDepth', limits).locate(source.place(0));
  }
}
