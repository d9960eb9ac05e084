import type { Cursor } from './cursor.ts';
import { emptyList } from './list.ts';
import type { Expression, Statement } from './node.ts';
import { Branch, Parts } from './node-classes.ts';
import { parseTarget } from './parse-target.ts';
import type { StatementGrammar } from './statement-grammar.ts';

const noStatements: readonly Statement[] = [];
const ifEnds = ['elif', 'else', 'endif'];
const forEnds = ['endfor', 'else'];

/** `if`, `for`, `print`, and the loop controls and `do` when they are enabled; null for any other name. */
export function parseControl(cursor: Cursor, grammar: StatementGrammar): Statement | null {
  switch (cursor.current.value) {
    case 'if':
      return parseIf(cursor, grammar);
    case 'for':
      return parseFor(cursor, grammar);
    case 'print':
      return parsePrint(cursor, grammar);
    case 'do': {
      if (!grammar.extensions.has('do')) return null;
      const at = cursor.pass();
      return { kind: 'do', value: grammar.expressions.tuple(), at };
    }
    case 'break':
    case 'continue':
      return parseLoopControl(cursor, grammar);
    default:
      return null;
  }
}

function parseIf(cursor: Cursor, grammar: StatementGrammar): Statement {
  const { at } = cursor;
  const branches = emptyList<Branch>();
  let otherwise = noStatements;
  for (let tag = 'if'; tag === 'if' || tag === 'elif'; ) {
    cursor.next();
    const test = grammar.expressions.tuple({ conditional: false });
    branches.push(new Branch(test, grammar.body(ifEnds)));
    tag = cursor.current.value;
  }
  if (cursor.next().value === 'else') otherwise = grammar.closedBody('endif');
  return { kind: 'if', branches, otherwise, at };
}

function parseFor(cursor: Cursor, grammar: StatementGrammar): Statement {
  const at = cursor.pass();
  const { expressions } = grammar;
  const target = parseTarget(cursor, expressions, { endName: 'in' });
  cursor.expectName('in');
  const iterable = expressions.tuple({ conditional: false, endName: 'recursive' });
  const test = cursor.skipName('if') ? expressions.expression() : null;
  const recursive = cursor.skipName('recursive');
  const body = grammar.body(forEnds);
  const otherwise = cursor.next().value === 'else' ? grammar.closedBody('endfor') : noStatements;
  return { kind: 'for', target, iterable, test, recursive, body, otherwise, at };
}

function parsePrint(cursor: Cursor, grammar: StatementGrammar): Statement {
  const at = cursor.pass();
  const parts: Expression[] = [];
  while (cursor.current.type !== 'block_end') {
    if (parts.length > 0) cursor.expect(',');
    parts.push(grammar.expressions.expression());
  }
  return new Parts('output', parts, at);
}

function parseLoopControl(cursor: Cursor, grammar: StatementGrammar): Statement | null {
  if (!grammar.extensions.has('loopcontrols')) return null;
  const { at } = cursor;
  return { kind: cursor.next().value === 'break' ? 'break' : 'continue', at };
}
