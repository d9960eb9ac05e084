import type { Cursor } from './cursor.ts';
import { emptyList, listOf } from './list.ts';
import type { Arguments, Expression, FilterNode, Slice } from './node.ts';
import { Applied, Given, Property, Signed, Valued } from './node-classes.ts';
import { type ExpressionGrammar, parseInteger, parsePrimary } from './parse-literal.ts';

const noArguments = new Given([], [], null, null);

/** `.name`, `[key]` and `(…)` after an expression, as many as there are. */
export function parsePostfix(cursor: Cursor, grammar: ExpressionGrammar, start: Expression): Expression {
  let node = start;
  while (true) {
    switch (cursor.current.type) {
      case '.':
        node = parseMember(cursor, node);
        break;
      case '[':
        node = parseItem(cursor, grammar, node);
        break;
      case '(':
        node = parseCall(cursor, grammar, node);
        break;
      default:
        return node;
    }
  }
}

/** `| filter`, `is test` and calls of their results, as many as there are. */
export function parseFiltersAndTests(
  cursor: Cursor,
  grammar: ExpressionGrammar,
  start: Expression,
): Expression {
  let node = start;
  while (true) {
    if (cursor.skip('|')) node = parseFilter(cursor, grammar, node);
    else if (cursor.isName('is')) node = parseTest(cursor, grammar, node);
    else if (cursor.is('(')) node = parseCall(cursor, grammar, node);
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
  while (cursor.skip('|')) node = parseFilter(cursor, grammar, node);
  return node;
}

function parseFilter(cursor: Cursor, grammar: ExpressionGrammar, input: Expression | null): FilterNode {
  const { at } = cursor;
  const name = parseDottedName(cursor);
  const args = cursor.is('(') ? parseArguments(cursor, grammar) : noArguments;
  return new Applied('filter', name, input, args, at);
}

function parseTest(cursor: Cursor, grammar: ExpressionGrammar, input: Expression): Expression {
  const at = cursor.pass();
  const negated = cursor.skipName('not');
  const name = parseDottedName(cursor);
  const test = new Applied('test', name, input, parseTestArguments(cursor, grammar), at);
  return negated ? new Signed('not', test, at) : test;
}

/** A test takes arguments in parentheses, or one simple value without them: `is divisibleby 3`. */
function parseTestArguments(cursor: Cursor, grammar: ExpressionGrammar): Arguments {
  if (cursor.is('(')) return parseArguments(cursor, grammar);
  if (!beginsBareArgument(cursor)) return noArguments;
  if (cursor.isName('is')) throw cursor.fail('You cannot chain multiple tests with is');
  const argument = parsePostfix(cursor, grammar, parsePrimary(cursor, grammar));
  return new Given(listOf(argument), noArguments.named, null, null);
}

function beginsBareArgument(cursor: Cursor): boolean {
  const { type, value } = cursor.current;
  switch (type) {
    case 'name':
      return value !== 'else' && value !== 'or' && value !== 'and';
    case '[':
    case '{':
    case 'string':
    case 'integer':
    case 'float':
      return true;
    default:
      return false;
  }
}

function parseDottedName(cursor: Cursor): string {
  let name = cursor.expect('name').value;
  while (cursor.skip('.')) name += `.${cursor.expect('name').value}`;
  return name;
}

function parseMember(cursor: Cursor, object: Expression): Expression {
  const at = cursor.pass();
  const { at: keyAt } = cursor;
  const { type, value } = cursor.next();
  if (type === 'name') return new Property(object, value, at);
  if (type !== 'integer') throw cursor.fail('expected name or number', keyAt);
  const key = new Valued('literal', parseInteger(cursor, value, keyAt), keyAt);
  return { kind: 'item', object, key, at };
}

function parseItem(cursor: Cursor, grammar: ExpressionGrammar, object: Expression): Expression {
  const at = cursor.pass();
  const first = parseSubscript(cursor, grammar);
  if (cursor.skip(']')) return { kind: 'item', object, key: first, at };
  const items = [first];
  while (!cursor.is(']')) {
    cursor.expect(',');
    items.push(parseSubscript(cursor, grammar));
  }
  cursor.next();
  const expressions = items.filter((item) => item.kind !== 'slice');
  if (expressions.length < items.length) throw cursor.fail('a slice stands alone between the brackets', at);
  return { kind: 'item', object, key: { kind: 'tuple', items: expressions, at }, at };
}

function parseSubscript(cursor: Cursor, grammar: ExpressionGrammar): Expression | Slice {
  const { at } = cursor;
  const start = cursor.is(':') ? null : grammar.expression();
  if (!cursor.skip(':') && start !== null) return start;
  const stop = parseBound(cursor, grammar);
  const step = cursor.skip(':') ? parseBound(cursor, grammar) : null;
  return { kind: 'slice', start, stop, step, at };
}

function parseBound(cursor: Cursor, grammar: ExpressionGrammar): Expression | null {
  if (cursor.is(':') || cursor.is(']') || cursor.is(',')) return null;
  return grammar.expression();
}

function parseCall(cursor: Cursor, grammar: ExpressionGrammar, callee: Expression): Expression {
  const { at } = cursor;
  return { kind: 'call', callee, args: parseArguments(cursor, grammar), at };
}

/** `(a, b, name=c, *d, **e)`; the opening parenthesis is current. */
function parseArguments(cursor: Cursor, grammar: ExpressionGrammar): Arguments {
  const at = cursor.pass();
  const positional = emptyList<Expression>();
  const named = emptyList<{ name: string; value: Expression }>();
  let spread: Expression | null = null;
  let spreadNamed: Expression | null = null;
  const ensure = (allowed: boolean) => {
    if (!allowed) throw cursor.fail('invalid syntax for function call expression', at);
  };
  let first = true;
  while (!cursor.is(')')) {
    if (!first) {
      cursor.expect(',');
      if (cursor.is(')')) break;
    }
    first = false;
    if (cursor.skip('*')) {
      ensure(spread === null && spreadNamed === null);
      spread = grammar.expression();
    } else if (cursor.skip('**')) {
      ensure(spreadNamed === null);
      spreadNamed = grammar.expression();
    } else if (cursor.current.type === 'name' && cursor.ahead.type === '=') {
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
  return new Given(positional, named, spread, spreadNamed);
}
