/** Syntax trees as text. */

import { isStackOverflow, TemplateError } from './error.ts';
import { type EnvironmentOptions, settingsFrom } from './options.ts';
import type { Expression, TemplateNode } from './syntax/node.ts';
import { writeExpression } from './syntax/print-expression.ts';
import { layOut } from './syntax/print-layout.ts';
import { templatePieces } from './syntax/print-statement.ts';
import { TagWriter } from './syntax/print-writer.ts';

/** The options of the environment that is to read the printed text; the defaults are Jinja's. */
export type PrintOptions = Pick<
  EnvironmentOptions,
  'trimBlocks' | 'lstripBlocks' | 'keepTrailingNewline' | 'delimiters'
>;

/**
 * The text of a template for a tree as `Environment.parse` gives it. An environment with the same options reads the same tree
 * from it, apart from the offsets `at`; hence it prints the same. Comments, signs that trim whitespace, parentheses that change
 * nothing and the way in which a literal was written are not in the tree, and so not in the text.
 *
 * The marks of `delimiters` must not be operators of expressions, such as `>`. Throws a `TemplateError` of kind `limit` for a
 * tree that nests too deep for the stack.
 */
export function printTemplate(tree: TemplateNode, options: PrintOptions = {}): string {
  return guardStack(() => layOut(templatePieces(tree.body), settingsFrom(options)));
}

/** The text of one expression of a tree, without delimiters. Throws as `printTemplate`. */
export function printExpression(node: Expression): string {
  return guardStack(() => {
    const out = new TagWriter();
    writeExpression(node, out);
    return out.text;
  });
}

function guardStack(work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    const message = 'The tree exceeds the limit `parserDepth`: it nests too deep to be printed.';
    throw new TemplateError('limit', message, { limit: 'parserDepth' });
  }
}
