import type { Cursor } from './cursor.ts';
import type { BinaryOperator, CompareOperator, Expression } from './node.ts';
import { type ExpressionGrammar, parsePrimary, parseTuple } from './parse-literal.ts';
import { parseFiltersAndTests, parsePostfix } from './parse-postfix.ts';

// How tightly operators bind. Signs, filters and tests bind tighter than all of these.
const orLevel = 1;
const andLevel = 2;
const notLevel = 3;
const compareLevel = 4;
const sumLevel = 5;
const concatLevel = 6;
const productLevel = 7;
const powerLevel = 8;

const levels: ReadonlyMap<string, number> = new Map([
  ['or', orLevel],
  ['and', andLevel],
  ...['==', '!=', '<', '<=', '>', '>=', 'in'].map((operator) => [operator, compareLevel] as const),
  ['+', sumLevel],
  ['-', sumLevel],
  ['~', concatLevel],
  ...['*', '/', '//', '%'].map((operator) => [operator, productLevel] as const),
  ['**', powerLevel],
]);

/**
 * The expression grammar over a cursor. Operators bind as in Jinja: `or`, `and`, `not`, comparisons, `+ -`, `~`, `* / // %`,
 * `**` (which groups to the left), signs, then filters and tests.
 */
export function expressionGrammar(cursor: Cursor): ExpressionGrammar {
  const grammar: ExpressionGrammar = {
    expression: (conditional = true) => {
      cursor.enter();
      const node = conditional ? parseConditional(cursor, grammar) : parseOperators(cursor, grammar, orLevel);
      cursor.leave();
      return node;
    },
    tuple: (options = {}) => parseTuple(cursor, grammar, options),
  };
  return grammar;
}

function parseConditional(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  let node = parseOperators(cursor, grammar, orLevel);
  while (cursor.isName('if')) {
    const { at } = cursor.next();
    const test = parseOperators(cursor, grammar, orLevel);
    const otherwise = cursor.skipName('else') ? grammar.expression() : null;
    node = { kind: 'conditional', test, value: node, otherwise, at };
  }
  return node;
}

/** Operands and the operators between them that bind at least as tightly as the level. */
function parseOperators(cursor: Cursor, grammar: ExpressionGrammar, least: number): Expression {
  let left =
    least <= notLevel && cursor.isName('not') ? parseNot(cursor, grammar) : parseUnary(cursor, grammar, true);
  for (let level = currentLevel(cursor); level >= least; level = currentLevel(cursor))
    left = parseOperation(cursor, grammar, left, level);
  return left;
}

/** The level of the operator that is current; 0 when there is none. */
function currentLevel(cursor: Cursor): number {
  const { type, value } = cursor.current;
  if (type !== 'operator' && type !== 'name') return 0;
  if (type === 'name' && value === 'not') return isNotIn(cursor) ? compareLevel : 0;
  return levels.get(value) ?? 0;
}

function isNotIn({ ahead }: Cursor): boolean {
  return ahead.type === 'name' && ahead.value === 'in';
}

/** The operator that is current, and what is right of it. */
function parseOperation(
  cursor: Cursor,
  grammar: ExpressionGrammar,
  left: Expression,
  level: number,
): Expression {
  const { at } = cursor.current;
  if (level === compareLevel) return parseCompare(cursor, grammar, left);
  if (level === concatLevel) return parseConcat(cursor, grammar, left);
  const { value } = cursor.next();
  const right = parseOperators(cursor, grammar, level + 1);
  if (level > compareLevel) return { kind: 'binary', operator: binaryOperator(value), left, right, at };
  return { kind: 'logical', operator: level === orLevel ? 'or' : 'and', left, right, at };
}

function parseNot(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  const { at } = cursor.next();
  cursor.enter();
  const operand = parseOperators(cursor, grammar, notLevel);
  cursor.leave();
  return { kind: 'unary', operator: 'not', operand, at };
}

function parseCompare(cursor: Cursor, grammar: ExpressionGrammar, first: Expression): Expression {
  const { at } = cursor.current;
  const rest = [parseLink(cursor, grammar)];
  while (currentLevel(cursor) === compareLevel) rest.push(parseLink(cursor, grammar));
  return { kind: 'compare', first, rest, at };
}

function parseLink(
  cursor: Cursor,
  grammar: ExpressionGrammar,
): { readonly operator: CompareOperator; readonly value: Expression } {
  const operator = compareOperator(cursor.next().value);
  if (operator === 'not in') cursor.next();
  return { operator, value: parseOperators(cursor, grammar, compareLevel + 1) };
}

function parseConcat(cursor: Cursor, grammar: ExpressionGrammar, first: Expression): Expression {
  const { at } = cursor.current;
  const parts = [first];
  while (cursor.skipOperator('~')) parts.push(parseOperators(cursor, grammar, concatLevel + 1));
  return { kind: 'concat', parts, at };
}

function compareOperator(value: string): CompareOperator {
  switch (value) {
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
      return value;
    default:
      return 'not in';
  }
}

function binaryOperator(value: string): BinaryOperator {
  switch (value) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '//':
    case '**':
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
  cursor.enter();
  const operand = parseUnary(cursor, grammar, false);
  cursor.leave();
  return { kind: 'unary', operator: value === '-' ? '-' : '+', operand, at };
}
