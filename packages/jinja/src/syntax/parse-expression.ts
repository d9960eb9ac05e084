import type { Cursor } from './cursor.ts';
import type { BinaryOperator, CompareOperator, Expression } from './node.ts';
import { type ExpressionGrammar, parsePrimary, parseTuple } from './parse-literal.ts';
import { parseFiltersAndTests, parsePostfix } from './parse-postfix.ts';

const additive: ReadonlySet<string> = new Set(['+', '-']);
const multiplicative: ReadonlySet<string> = new Set(['*', '/', '//', '%']);
const comparisons = new Map<string, CompareOperator>(
  (['==', '!=', '<', '<=', '>', '>='] as const).map((operator) => [operator, operator]),
);

/**
 * The expression grammar over a cursor. Operators bind as in Jinja: `or`, `and`, `not`, comparisons, `+ -`, `~`, `* / // %`,
 * `**` (which groups to the left), signs, then filters and tests.
 */
export function expressionGrammar(cursor: Cursor): ExpressionGrammar {
  const grammar: ExpressionGrammar = {
    expression: (conditional = true) =>
      cursor.nested(() => (conditional ? parseConditional(cursor, grammar) : parseOr(cursor, grammar))),
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
  const operand = cursor.nested(() => parseNot(cursor, grammar));
  return { kind: 'unary', operator: 'not', operand, at };
}

function parseCompare(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  const first = parseSum(cursor, grammar);
  const { at } = cursor.current;
  const rest: { operator: CompareOperator; value: Expression }[] = [];
  for (let operator = nextComparison(cursor); operator !== null; operator = nextComparison(cursor))
    rest.push({ operator, value: parseSum(cursor, grammar) });
  return rest.length === 0 ? first : { kind: 'compare', first, rest, at };
}

function nextComparison(cursor: Cursor): CompareOperator | null {
  if (cursor.current.type === 'operator') {
    const operator = comparisons.get(cursor.current.value);
    if (operator === undefined) return null;
    cursor.next();
    return operator;
  }
  if (cursor.skipName('in')) return 'in';
  if (!cursor.isName('not') || cursor.ahead.type !== 'name' || cursor.ahead.value !== 'in') return null;
  cursor.next();
  cursor.next();
  return 'not in';
}

function parseSum(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  return parseBinary(cursor, additive, () => parseConcat(cursor, grammar));
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
  return parseBinary(cursor, multiplicative, () => parsePower(cursor, grammar));
}

function parsePower(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  let left = parseUnary(cursor, grammar, true);
  while (cursor.isOperator('**')) {
    const { at } = cursor.next();
    left = { kind: 'binary', operator: '**', left, right: parseUnary(cursor, grammar, true), at };
  }
  return left;
}

function parseBinary(
  cursor: Cursor,
  operators: ReadonlySet<string>,
  parseOperand: () => Expression,
): Expression {
  let left = parseOperand();
  while (cursor.current.type === 'operator' && operators.has(cursor.current.value)) {
    const { value, at } = cursor.next();
    left = { kind: 'binary', operator: binaryOperator(value), left, right: parseOperand(), at };
  }
  return left;
}

function binaryOperator(value: string): BinaryOperator {
  switch (value) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '//':
      return value;
    default:
      return '%';
  }
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
  const operand = cursor.nested(() => parseUnary(cursor, grammar, false));
  return { kind: 'unary', operator: value === '-' ? '-' : '+', operand, at };
}
