import type { Cursor } from './cursor.ts';
import type { BinaryOperator, CompareOperator, Expression } from './node.ts';
import { type ExpressionGrammar, parsePrimary, parseTuple } from './parse-literal.ts';
import { parseFiltersAndTests, parsePostfix } from './parse-postfix.ts';

/**
 * The expression grammar over a cursor. Operators bind as in Jinja: `or`, `and`, `not`, comparisons, `+ -`, `~`, `* / // %`,
 * `**` (which groups to the left), signs, then filters and tests.
 */
export function expressionGrammar(cursor: Cursor): ExpressionGrammar {
  const grammar: ExpressionGrammar = {
    expression: (conditional = true) => {
      cursor.enter();
      const node = conditional ? parseConditional(cursor, grammar) : parseOr(cursor, grammar);
      cursor.leave();
      return node;
    },
    tuple: (options = {}) => parseTuple(cursor, grammar, options),
  };
  return grammar;
}

function parseConditional(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  let node = parseOr(cursor, grammar);
  while (cursor.isName('if')) {
    const { at } = cursor.next();
    const test = parseOr(cursor, grammar);
    const otherwise = cursor.skipName('else') ? grammar.expression() : null;
    node = { kind: 'conditional', test, value: node, otherwise, at };
  }
  return node;
}

function parseOr(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  let left = parseAnd(cursor, grammar);
  while (cursor.isName('or')) {
    const { at } = cursor.next();
    left = { kind: 'logical', operator: 'or', left, right: parseAnd(cursor, grammar), at };
  }
  return left;
}

function parseAnd(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  let left = parseNot(cursor, grammar);
  while (cursor.isName('and')) {
    const { at } = cursor.next();
    left = { kind: 'logical', operator: 'and', left, right: parseNot(cursor, grammar), at };
  }
  return left;
}

function parseNot(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  if (!cursor.isName('not')) return parseCompare(cursor, grammar);
  const { at } = cursor.next();
  cursor.enter();
  const operand = parseNot(cursor, grammar);
  cursor.leave();
  return { kind: 'unary', operator: 'not', operand, at };
}

function parseCompare(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  const first = parseSum(cursor, grammar);
  const { at } = cursor.current;
  let operator = nextComparison(cursor);
  if (operator === null) return first;
  const rest = [{ operator, value: parseSum(cursor, grammar) }];
  for (operator = nextComparison(cursor); operator !== null; operator = nextComparison(cursor))
    rest.push({ operator, value: parseSum(cursor, grammar) });
  return { kind: 'compare', first, rest, at };
}

function nextComparison(cursor: Cursor): CompareOperator | null {
  if (cursor.current.type === 'operator') {
    const operator = comparison(cursor.current.value);
    if (operator !== null) cursor.next();
    return operator;
  }
  if (cursor.skipName('in')) return 'in';
  if (!cursor.isName('not') || cursor.ahead.type !== 'name' || cursor.ahead.value !== 'in') return null;
  cursor.next();
  cursor.next();
  return 'not in';
}

function comparison(value: string): CompareOperator | null {
  switch (value) {
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return value;
    default:
      return null;
  }
}

function parseSum(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  let left = parseConcat(cursor, grammar);
  while (cursor.isOperator('+') || cursor.isOperator('-')) {
    const { value, at } = cursor.next();
    const operator = value === '+' ? '+' : '-';
    left = { kind: 'binary', operator, left, right: parseConcat(cursor, grammar), at };
  }
  return left;
}

function parseConcat(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  const first = parseProduct(cursor, grammar);
  if (!cursor.isOperator('~')) return first;
  const { at } = cursor.current;
  const parts = [first];
  while (cursor.skipOperator('~')) parts.push(parseProduct(cursor, grammar));
  return { kind: 'concat', parts, at };
}

function parseProduct(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  let left = parsePower(cursor, grammar);
  for (let operator = productOperator(cursor); operator !== null; operator = productOperator(cursor)) {
    const { at } = cursor.next();
    left = { kind: 'binary', operator, left, right: parsePower(cursor, grammar), at };
  }
  return left;
}

function productOperator({ current: { type, value } }: Cursor): BinaryOperator | null {
  if (type !== 'operator') return null;
  return value === '*' || value === '/' || value === '//' || value === '%' ? value : null;
}

function parsePower(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  let left = parseUnary(cursor, grammar, true);
  while (cursor.isOperator('**')) {
    const { at } = cursor.next();
    left = { kind: 'binary', operator: '**', left, right: parseUnary(cursor, grammar, true), at };
  }
  return left;
}

/** A sign binds tighter than a filter: `-5 | abs` is the absolute value of minus five. */
function parseUnary(cursor: Cursor, grammar: ExpressionGrammar, withFilters: boolean): Expression {
  const node = parsePostfix(cursor, grammar, parseSigned(cursor, grammar));
  return withFilters ? parseFiltersAndTests(cursor, grammar, node) : node;
}

function parseSigned(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  const { value, at } = cursor.current;
  if (!cursor.isOperator('-') && !cursor.isOperator('+')) return parsePrimary(cursor, grammar);
  cursor.next();
  cursor.enter();
  const operand = parseUnary(cursor, grammar, false);
  cursor.leave();
  return { kind: 'unary', operator: value === '-' ? '-' : '+', operand, at };
}
