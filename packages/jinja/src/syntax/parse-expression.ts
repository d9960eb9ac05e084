import { compareLevel, concatLevel, notLevel, orLevel } from './binding.ts';
import type { Cursor } from './cursor.ts';
import { listOf } from './list.ts';
import type { BinaryOperator, CompareOperator, Expression } from './node.ts';
import { Link, Parts, Sides, Signed } from './node-classes.ts';
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
    const at = cursor.pass();
    const test = parseOperators(cursor, grammar, orLevel);
    const otherwise = cursor.skipName('else') ? grammar.expression() : null;
    node = { kind: 'conditional', test, value: node, otherwise, at };
  }
  return node;
}

/** Operands and the operators between them that bind at least as tightly as the level. */
function parseOperators(cursor: Cursor, grammar: ExpressionGrammar, least: number): Expression {
  let left =
    least <= notLevel && cursor.current.level === notLevel
      ? parseNot(cursor, grammar)
      : parseUnary(cursor, grammar, true);
  for (let level = currentLevel(cursor); level >= least; level = currentLevel(cursor))
    left = parseOperation(cursor, grammar, left, level);
  return left;
}

/** The level of the operator that is current; 0 when there is none. */
function currentLevel(cursor: Cursor): number {
  const { level } = cursor.current;
  // On the right of a value `not` is the first word of `not in`.
  return level === notLevel ? levelOfNot(cursor) : level;
}

function levelOfNot({ ahead }: Cursor): number {
  return ahead.type === 'name' && ahead.value === 'in' ? compareLevel : 0;
}

/** The operator that is current, and what is right of it. */
function parseOperation(
  cursor: Cursor,
  grammar: ExpressionGrammar,
  left: Expression,
  level: number,
): Expression {
  const { at } = cursor;
  if (level === compareLevel) return parseCompare(cursor, grammar, left);
  if (level === concatLevel) return parseConcat(cursor, grammar, left);
  const { value } = cursor.next();
  const right = parseOperators(cursor, grammar, level + 1);
  if (level > compareLevel) return new Sides('binary', binaryOperator(value), left, right, at);
  return new Sides('logical', level === orLevel ? 'or' : 'and', left, right, at);
}

function parseNot(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  const at = cursor.pass();
  cursor.enter();
  const operand = parseOperators(cursor, grammar, notLevel);
  cursor.leave();
  return new Signed('not', operand, at);
}

function parseCompare(cursor: Cursor, grammar: ExpressionGrammar, first: Expression): Expression {
  const { at } = cursor;
  const rest = listOf(parseLink(cursor, grammar));
  while (currentLevel(cursor) === compareLevel) rest.push(parseLink(cursor, grammar));
  return { kind: 'compare', first, rest, at };
}

function parseLink(cursor: Cursor, grammar: ExpressionGrammar): Link {
  const operator = compareOperator(cursor.next().value);
  if (operator === 'not in') cursor.next();
  return new Link(operator, parseOperators(cursor, grammar, compareLevel + 1));
}

function parseConcat(cursor: Cursor, grammar: ExpressionGrammar, first: Expression): Expression {
  const { at } = cursor;
  const parts = listOf(first);
  while (cursor.skip('~')) parts.push(parseOperators(cursor, grammar, concatLevel + 1));
  return new Parts('concat', parts, at);
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
  const start = parseSigned(cursor, grammar);
  if (!cursor.current.isPostfix) return start;
  const node = parsePostfix(cursor, grammar, start);
  return withFilters ? parseFiltersAndTests(cursor, grammar, node) : node;
}

function parseSigned(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  const { type } = cursor.current;
  if (type !== '-' && type !== '+') return parsePrimary(cursor, grammar);
  const at = cursor.pass();
  cursor.enter();
  const operand = parseUnary(cursor, grammar, false);
  cursor.leave();
  return new Signed(type, operand, at);
}
