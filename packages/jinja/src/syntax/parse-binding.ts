import type { Cursor } from './cursor.ts';
import type { Expression, Statement, Target } from './node.ts';
import { parseFilterChain } from './parse-postfix.ts';
import { parseNameTarget, parseSignature, parseTarget } from './parse-target.ts';
import type { StatementGrammar } from './statement-grammar.ts';

/** Statements that name values or wrap text: `set`, `with`, `macro`, `call`, `filter`, `autoescape`; null for any other. */
export function parseBinding(cursor: Cursor, grammar: StatementGrammar): Statement | null {
  switch (cursor.current.value) {
    case 'set':
      return parseSet(cursor, grammar);
    case 'with':
      return parseWith(cursor, grammar);
    case 'macro':
      return parseMacro(cursor, grammar);
    case 'call':
      return parseCallBlock(cursor, grammar);
    case 'filter': {
      const at = cursor.pass();
      const filter = parseFilterChain(cursor, grammar.expressions, null);
      return { kind: 'filter-block', filter, body: grammar.closedBody('endfilter'), at };
    }
    case 'autoescape': {
      const at = cursor.pass();
      const value = grammar.expressions.expression();
      return { kind: 'autoescape', value, body: grammar.closedBody('endautoescape'), at };
    }
    default:
      return null;
  }
}

function parseSet(cursor: Cursor, grammar: StatementGrammar): Statement {
  const at = cursor.pass();
  const target = parseTarget(cursor, grammar.expressions, { namespace: true });
  if (cursor.skip('=')) return { kind: 'set', target, value: grammar.expressions.tuple(), at };
  const filter = cursor.skip('|') ? parseFilterChain(cursor, grammar.expressions, null) : null;
  return { kind: 'set-block', target, filter, body: grammar.closedBody('endset'), at };
}

function parseWith(cursor: Cursor, grammar: StatementGrammar): Statement {
  const at = cursor.pass();
  const bindings: { target: Target; value: Expression }[] = [];
  while (cursor.current.type !== 'block_end') {
    if (bindings.length > 0) cursor.expect(',');
    const target = parseTarget(cursor, grammar.expressions);
    cursor.expect('=');
    bindings.push({ target, value: grammar.expressions.expression() });
  }
  return { kind: 'with', bindings, body: grammar.closedBody('endwith'), at };
}

function parseMacro(cursor: Cursor, grammar: StatementGrammar): Statement {
  const at = cursor.pass();
  const { name } = parseNameTarget(cursor);
  const parameters = parseSignature(cursor, grammar.expressions);
  return { kind: 'macro', name, parameters, body: grammar.closedBody('endmacro'), at };
}

function parseCallBlock(cursor: Cursor, grammar: StatementGrammar): Statement {
  const at = cursor.pass();
  const parameters = cursor.is('(') ? parseSignature(cursor, grammar.expressions) : [];
  const call = grammar.expressions.expression();
  if (call.kind !== 'call') throw cursor.fail('expected call', at);
  return { kind: 'call-block', call, parameters, body: grammar.closedBody('endcall'), at };
}
