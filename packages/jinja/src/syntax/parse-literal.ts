import type { Cursor } from './cursor.ts';
import type { Expression } from './node.ts';
import { describeToken, type Token } from './token.ts';

/** How the parts of the expression grammar call each other. */
export interface ExpressionGrammar {
  /** One expression; without `conditional` the inline `if` is left to the caller. */
  expression(conditional?: boolean): Expression;
  /** An expression, or a tuple when a comma follows it. */
  tuple(options?: TupleOptions): Expression;
}

export interface TupleOptions {
  readonly conditional?: boolean;
  /** `()` is allowed. */
  readonly parenthesized?: boolean;
  /** A name that ends the tuple. */
  readonly endName?: string;
}

// The default of Python's own limit on converting text to int (sys.set_int_max_str_digits).
const longestInteger = 4_300;

const constants = new Map<string, boolean | null>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);

/** A name, a literal, or something in brackets. */
export function parsePrimary(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  const token = cursor.current;
  switch (token.type) {
    case 'name':
      return nameOrConstant(cursor.next());
    case 'string':
      return parseString(cursor);
    case 'integer':
      return { kind: 'literal', value: parseInteger(cursor, cursor.next()), at: token.at };
    case 'float':
      return { kind: 'float', value: Number(cursor.next().value), at: token.at };
    case 'operator':
      return parseBracket(cursor, grammar);
    default:
      throw cursor.fail(`unexpected '${describeToken(token)}'`);
  }
}

/** The value of a whole number as written. */
export function parseInteger(cursor: Cursor, token: Token): number | bigint {
  if (token.value.length > longestInteger)
    throw cursor.fail(`a whole number has at most ${longestInteger} digits`, token.at);
  const value = Number(token.value);
  return Number.isSafeInteger(value) ? value : BigInt(token.value);
}

/** Expressions up to a closing name or tag; a tuple when there is a comma. */
export function parseTuple(cursor: Cursor, grammar: ExpressionGrammar, options: TupleOptions): Expression {
  const { at } = cursor.current;
  const { conditional = true, parenthesized = false, endName } = options;
  if (endsTuple(cursor, endName)) {
    if (parenthesized) return { kind: 'tuple', items: [], at };
    throw cursor.fail(`Expected an expression, got '${describeToken(cursor.current)}'`);
  }
  const first = grammar.expression(conditional);
  if (!cursor.isOperator(',')) return first;
  const items = [first];
  while (cursor.skipOperator(',') && !endsTuple(cursor, endName)) items.push(grammar.expression(conditional));
  return { kind: 'tuple', items, at };
}

function endsTuple(cursor: Cursor, endName: string | undefined): boolean {
  const { type } = cursor.current;
  if (type === 'variable_end' || type === 'block_end' || cursor.isOperator(')')) return true;
  return endName !== undefined && cursor.isName(endName);
}

function nameOrConstant(token: Token): Expression {
  const { length } = token.value;
  // The constants have four or five letters; most names need not be looked up.
  const constant = length === 4 || length === 5 ? constants.get(token.value) : undefined;
  if (constant !== undefined) return { kind: 'literal', value: constant, at: token.at };
  return { kind: 'name', name: token.value, at: token.at };
}

function parseString(cursor: Cursor): Expression {
  const { at, value } = cursor.next();
  if (cursor.current.type !== 'string') return { kind: 'literal', value, at };
  const parts = [value];
  while (cursor.current.type === 'string') parts.push(cursor.next().value);
  return { kind: 'literal', value: parts.join(''), at };
}

function parseBracket(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  const token = cursor.current;
  switch (token.value) {
    case '(': {
      cursor.next();
      const inner = grammar.tuple({ parenthesized: true });
      cursor.expectOperator(')');
      return inner;
    }
    case '[':
      return { kind: 'list', items: parseItems(cursor, ']', () => grammar.expression()), at: token.at };
    case '{': {
      const entries = parseItems(cursor, '}', () => {
        const key = grammar.expression();
        cursor.expectOperator(':');
        return { key, value: grammar.expression() };
      });
      return { kind: 'dict', entries, at: token.at };
    }
    default:
      throw cursor.fail(`unexpected '${token.value}'`);
  }
}

function parseItems<T>(cursor: Cursor, close: string, parseItem: () => T): T[] {
  cursor.next();
  const items: T[] = [];
  while (!cursor.isOperator(close)) {
    if (items.length > 0) {
      cursor.expectOperator(',');
      if (cursor.isOperator(close)) break;
    }
    items.push(parseItem());
  }
  cursor.next();
  return items;
}
