import type { Cursor } from './cursor.ts';
import type { Arguments, Expression, FilterNode, Slice } from './node.ts';
import { type ExpressionGrammar, parseInteger, parsePrimary } from './parse-literal.ts';

const noArguments: Arguments = { positional: [], named: [], spread: null, spreadNamed: null };

/** `.name`, `[key]` and `(…)` after an expression, as many as there are. */
export function parsePostfix(cursor: Cursor, grammar: ExpressionGrammar, start: Expression): Expression {
  let node = start;
  while (cursor.current.type === 'operator') {
    const { value, at } = cursor.current;
    if (value === '.') node = parseMember(cursor, node);
    else if (value === '[') node = parseItem(cursor, grammar, node);
    else if (value === '(') node = { kind: 'call', callee: node, args: parseArguments(cursor, grammar), at };
    else break;
  }
  return node;
}

/** `| filter`, `is test` and calls of their results, as many as there are. */
export function parseFiltersAndTests(
  cursor: Cursor,
  grammar: ExpressionGrammar,
  start: Expression,
): Expression {
  let node = start;
  while (true) {
    const { at } = cursor.current;
    if (cursor.skipOperator('|')) node = parseFilter(cursor, grammar, node);
    else if (cursor.isName('is')) node = parseTest(cursor, grammar, node);
    else if (cursor.isOperator('('))
      node = { kind: 'call', callee: node, args: parseArguments(cursor, grammar), at };
    else return node;
  }
}

/** A chain of filters whose first name is current; its innermost input is `input`. */
export function parseFilterChain(
  cursor: Cursor,
  grammar: ExpressionGrammar,
  input: Expression | null,
): FilterNode {
  let node = parseFilter(cursor, grammar, input);
  while (cursor.skipOperator('|')) node = parseFilter(cursor, grammar, node);
  return node;
}

function parseFilter(cursor: Cursor, grammar: ExpressionGrammar, input: Expression | null): FilterNode {
  const { at } = cursor.current;
  const name = parseDottedName(cursor);
  const args = cursor.isOperator('(') ? parseArguments(cursor, grammar) : noArguments;
  return { kind: 'filter', name, input, args, at };
}

function parseTest(cursor: Cursor, grammar: ExpressionGrammar, input: Expression): Expression {
  const { at } = cursor.next();
  const negated = cursor.skipName('not');
  const name = parseDottedName(cursor);
  const test: Expression = { kind: 'test', name, input, args: parseTestArguments(cursor, grammar), at };
  return negated ? { kind: 'unary', operator: 'not', operand: test, at } : test;
}

/** A test takes arguments in parentheses, or one simple value without them: `is divisibleby 3`. */
function parseTestArguments(cursor: Cursor, grammar: ExpressionGrammar): Arguments {
  if (cursor.isOperator('(')) return parseArguments(cursor, grammar);
  if (!beginsBareArgument(cursor)) return noArguments;
  if (cursor.isName('is')) throw cursor.fail('You cannot chain multiple tests with is');
  const argument = parsePostfix(cursor, grammar, parsePrimary(cursor, grammar));
  return { ...noArguments, positional: [argument] };
}

function beginsBareArgument(cursor: Cursor): boolean {
  const { type, value } = cursor.current;
  if (type === 'operator') return value === '[' || value === '{';
  if (type === 'name') return value !== 'else' && value !== 'or' && value !== 'and';
  return type === 'string' || type === 'integer' || type === 'float';
}

function parseDottedName(cursor: Cursor): string {
  let name = cursor.expect('name').value;
  while (cursor.skipOperator('.')) name += `.${cursor.expect('name').value}`;
  return name;
}

function parseMember(cursor: Cursor, object: Expression): Expression {
  const { at } = cursor.next();
  const token = cursor.next();
  if (token.type === 'name') return { kind: 'member', object, name: token.value, at };
  if (token.type !== 'integer') throw cursor.fail('expected name or number', token.at);
  const key: Expression = { kind: 'literal', value: parseInteger(cursor, token), at: token.at };
  return { kind: 'item', object, key, at };
}

function parseItem(cursor: Cursor, grammar: ExpressionGrammar, object: Expression): Expression {
  const { at } = cursor.next();
  const first = parseSubscript(cursor, grammar);
  if (cursor.skipOperator(']')) return { kind: 'item', object, key: first, at };
  const items = [first];
  while (!cursor.isOperator(']')) {
    cursor.expectOperator(',');
    items.push(parseSubscript(cursor, grammar));
  }
  cursor.next();
  const expressions = items.filter((item) => item.kind !== 'slice');
  if (expressions.length < items.length) throw cursor.fail('a slice stands alone between the brackets', at);
  return { kind: 'item', object, key: { kind: 'tuple', items: expressions, at }, at };
}

function parseSubscript(cursor: Cursor, grammar: ExpressionGrammar): Expression | Slice {
  const { at } = cursor.current;
  const start = cursor.isOperator(':') ? null : grammar.expression();
  if (!cursor.skipOperator(':') && start !== null) return start;
  const stop = parseBound(cursor, grammar);
  const step = cursor.skipOperator(':') ? parseBound(cursor, grammar) : null;
  return { kind: 'slice', start, stop, step, at };
}

function parseBound(cursor: Cursor, grammar: ExpressionGrammar): Expression | null {
  if (cursor.isOperator(':') || cursor.isOperator(']') || cursor.isOperator(',')) return null;
  return grammar.expression();
}

/** `(a, b, name=c, *d, **e)`; the opening parenthesis is current. */
function parseArguments(cursor: Cursor, grammar: ExpressionGrammar): Arguments {
  const { at } = cursor.next();
  const positional: Expression[] = [];
  const named: { name: string; value: Expression }[] = [];
  let spread: Expression | null = null;
  let spreadNamed: Expression | null = null;
  const ensure = (allowed: boolean) => {
    if (!allowed) throw cursor.fail('invalid syntax for function call expression', at);
  };
  let first = true;
  while (!cursor.isOperator(')')) {
    if (!first) {
      cursor.expectOperator(',');
      if (cursor.isOperator(')')) break;
    }
    first = false;
    if (cursor.skipOperator('*')) {
      ensure(spread === null && spreadNamed === null);
      spread = grammar.expression();
    } else if (cursor.skipOperator('**')) {
      ensure(spreadNamed === null);
      spreadNamed = grammar.expression();
    } else if (cursor.current.type === 'name' && isAssign(cursor.ahead.type, cursor.ahead.value)) {
      ensure(spreadNamed === null);
      const name = cursor.next().value;
      cursor.next();
      named.push({ name, value: grammar.expression() });
    } else {
      ensure(spread === null && spreadNamed === null && named.length === 0);
      positional.push(grammar.expression());
    }
  }
  cursor.next();
  return { positional, named, spread, spreadNamed };
}

function isAssign(type: string, value: string): boolean {
  return type === 'operator' && value === '=';
}
