import type { Cursor } from './cursor.ts';
import type { Statement } from './node.ts';
import { parseBinding } from './parse-binding.ts';
import { parseComposition } from './parse-composition.ts';
import { parseControl } from './parse-control.ts';
import type { StatementGrammar } from './statement-grammar.ts';

/** The statement whose name is current; a syntax error when there is no statement of that name. */
export function parseStatement(cursor: Cursor, grammar: StatementGrammar): Statement {
  const { at, current } = cursor;
  if (current.type !== 'name') throw cursor.fail('tag name expected');
  grammar.enter(current.value);
  const statement =
    parseControl(cursor, grammar) ?? parseBinding(cursor, grammar) ?? parseComposition(cursor, grammar);
  grammar.leave();
  if (statement === null) throw cursor.fail(grammar.unknownTag(current.value), at);
  return statement;
}
