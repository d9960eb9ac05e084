import { assertSource } from './argument-errors.ts';
import type { EnvironmentOptions } from './options.ts';
import { settingsFrom } from './options.ts';
import { collectReferences, type Reference } from './references.ts';
import { Lexer } from './syntax/lexer.ts';
import type { Expression, TemplateNode } from './syntax/node.ts';
import {
  guardStack,
  type ParseOptions,
  parseExpression as readExpression,
  parseTemplate as readTemplate,
} from './syntax/parse.ts';
import { Source } from './syntax/source.ts';

/** The syntax of templates alone: their trees, and the names that they read. */
export { type ErrorPlace, TemplateError, type TemplateErrorKind } from './error.ts';
export type { LimitName, Limits } from './limits.ts';
export type { Reference } from './references.ts';
export type { Delimiters } from './syntax/delimiters.ts';
export type * from './syntax/node.ts';
export type { Extension } from './syntax/statement-grammar.ts';

/** Parse options: those options of an environment that change the tree. All are optional. */
export type SyntaxOptions = Pick<
  EnvironmentOptions,
  'trimBlocks' | 'lstripBlocks' | 'keepTrailingNewline' | 'extensions' | 'delimiters' | 'limits'
>;

/** The syntax tree of a template. Throws a `TemplateError` of kind `syntax` or, past `tokens` or `parserDepth`, `limit`. */
export function parseTemplate(source: string, options: SyntaxOptions = {}): TemplateNode {
  return readTemplate(...template(source, options)).tree;
}

/** The syntax tree of one bare expression, without delimiters. Throws as `parseTemplate`. */
export function parseExpression(source: string, options: SyntaxOptions = {}): Expression {
  return readExpression(...expression(source, options));
}

/** The names and paths that a template reads from its context, in order. Throws as `parseTemplate`. */
export function references(source: string, options: SyntaxOptions = {}): Reference[] {
  const [text, parsing] = template(source, options);
  const { tree } = readTemplate(text, parsing);
  return guardStack(text, parsing.limits, () => collectReferences(tree));
}

/** As `references`, for one bare expression. */
export function expressionReferences(source: string, options: SyntaxOptions = {}): Reference[] {
  const [text, parsing] = expression(source, options);
  const tree = readExpression(text, parsing);
  return guardStack(text, parsing.limits, () => collectReferences(tree));
}

function template(source: string, options: SyntaxOptions): [Source, ParseOptions] {
  assertSource(source);
  return [new Source(source, null, options.keepTrailingNewline ?? false), parseOptions(options)];
}

function expression(source: string, options: SyntaxOptions): [Source, ParseOptions] {
  assertSource(source);
  return [new Source(source, null, true), parseOptions(options)];
}

function parseOptions(options: SyntaxOptions): ParseOptions {
  const settings = settingsFrom(options);
  return { lexer: new Lexer(settings), limits: settings.limits, extensions: settings.extensions };
}
