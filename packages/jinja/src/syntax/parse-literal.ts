import type { Cursor } from './cursor.ts';
import { emptyList, listOf } from './list.ts';
import type { Expression } from './node.ts';
import { Named, Valued } from './node-classes.ts';
import { describeToken, type TokenType } from './token.ts';

/** Entry points of the expression grammar for its parts. */
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

/** A name, a literal, or something in brackets. */
export function parsePrimary(cursor: Cursor, grammar: ExpressionGrammar): Expression {
  const { at, current } = cursor;
  switch (current.type) {
    case 'name':
      cursor.next();
      return nameOrConstant(cursor, current.value, at);
    case 'string':
      return parseString(cursor);
    case 'integer':
      return new Valued('literal', parseInteger(cursor, cursor.next().value, at), at);
    case 'float':
      return new Valued('float', Number(cursor.next().value), at);
    case '(': {
      cursor.next();
      const inner = grammar.tuple({ parenthesized: true });
      cursor.expect(')');
      return inner;
    }
    case '[':
      return { kind: 'list', items: parseItems(cursor, ']', () => grammar.expression()), at };
    case '{':
      return { kind: 'dict', entries: parseItems(cursor, '}', () => parseEntry(cursor, grammar)), at };
    default:
      throw cursor.fail(`unexpected '${describeToken(current)}'`);
  }
}

/** The value of a whole number as written at an offset. */
export function parseInteger(cursor: Cursor, digits: string, at: number): number | bigint {
  if (digits.length > longestInteger)
    throw cursor.fail(`a whole number has at most ${longestInteger} digits`, at);
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : BigInt(digits);
}

/** Expressions up to a closing name or tag; a tuple when there is a comma. */
export function parseTuple(cursor: Cursor, grammar: ExpressionGrammar, options: TupleOptions): Expression {
  const { at } = cursor;
  const { conditional = true, parenthesized = false, endName } = options;
  if (endsTuple(cursor, endName)) {
    if (parenthesized) return { kind: 'tuple', items: [], at };
    throw cursor.fail(`Expected an expression, got '${describeToken(cursor.current)}'`);
  }
  const first = grammar.expression(conditional);
  if (!cursor.is(',')) return first;
  const items = listOf(first);
  while (cursor.skip(',') && !endsTuple(cursor, endName)) items.push(grammar.expression(conditional));
  return { kind: 'tuple', items, at };
}

function endsTuple(cursor: Cursor, endName: string | undefined): boolean {
  const { type } = cursor.current;
  if (type === 'variable_end' || type === 'block_end' || cursor.is(')')) return true;
  return endName !== undefined && cursor.isName(endName);
}

function nameOrConstant(cursor: Cursor, name: string, at: number): Expression {
  // All that mean something have four or five letters, as few other names do.
  if (name.length === 4 || name.length === 5) return specialName(cursor, name, at);
  return new Named('name', name, at);
}

function specialName(cursor: Cursor, name: string, at: number): Expression {
  switch (name) {
    case 'true':
    case 'True':
      return new Valued('literal', true, at);
    case 'false':
    case 'False':
      return new Valued('literal', false, at);
    case 'none':
    case 'None':
      return new Valued('literal', null, at);
    case 'loop':
    case 'self':
    case 'super':
      cursor.mentions[name] = true;
  }
  return new Named('name', name, at);
}

function parseString(cursor: Cursor): Expression {
  const { at } = cursor;
  const { value } = cursor.next();
  if (cursor.current.type !== 'string') return new Valued('literal', value, at);
  const parts = [value];
  while (cursor.current.type === 'string') parts.push(cursor.next().value);
  return new Valued('literal', parts.join(''), at);
}

function parseEntry(
  cursor: Cursor,
  grammar: ExpressionGrammar,
): { readonly key: Expression; readonly value: Expression } {
  const key = grammar.expression();
  cursor.expect(':');
  return { key, value: grammar.expression() };
}

function parseItems<T>(cursor: Cursor, close: TokenType, parseItem: () => T): T[] {
  cursor.next();
  const items = emptyList<T>();
  while (!cursor.is(close)) {
    if (items.length > 0) {
      cursor.expect(',');
      if (cursor.is(close)) break;
    }
    items.push(parseItem());
  }
  cursor.next();
  return items;
}
