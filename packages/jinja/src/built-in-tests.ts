import { stringCase } from './methods/string-case.ts';
import { binary } from './operations/arithmetic.ts';
import { type OrderOperator, ordered } from './operations/compare.ts';
import { contains } from './operations/contains.ts';
import { equal } from './operations/equal.ts';
import { tryIterate } from './operations/iterate.ts';
import { toText } from './print/text.ts';
import type { Runtime } from './runtime.ts';
import { Bytes } from './value/bytes.ts';
import { Complex } from './value/complex.ts';
import { Dict } from './value/dict.ts';
import { Float, integer, isFloat, numeric } from './value/float.ts';
import { keyOf } from './value/key.ts';
import { List } from './value/list.ts';
import { Markup, textOf } from './value/markup.ts';
import { invoke, type NativeTable, native, nativeTable } from './value/native-function.ts';
import { Range } from './value/range.ts';
import { Tuple } from './value/tuple.ts';
import { Undefined } from './value/undefined.ts';
import { ObjectValue, type Value } from './value/value.ts';

const kind = (name: string, holds: (value: Value) => boolean) =>
  native(`${name}(value)`, (_rt, value: Value) => holds(value));

const relation = (operator: OrderOperator) =>
  native(`${operator}(a, b, /)`, (rt, a: Value, b: Value) => ordered(operator, a, b, rt));

const equality = native('eq(a, b, /)', (rt, a: Value, b: Value) => equal(a, b, rt));
const inequality = native('ne(a, b, /)', (rt, a: Value, b: Value) => !equal(a, b, rt));
const [less, lessOrEqual, greater, greaterOrEqual] = [
  relation('<'),
  relation('<='),
  relation('>'),
  relation('>='),
];

/** All tests of Jinja under their names and aliases. */
export const builtInTests: NativeTable = new Map([
  ...nativeTable(
    kind('defined', (value) => !(value instanceof Undefined)),
    kind('undefined', (value) => value instanceof Undefined),
    kind('none', (value) => value === null),
    kind('boolean', (value) => typeof value === 'boolean'),
    kind('true', (value) => value === true),
    kind('false', (value) => value === false),
    kind('integer', (value) => typeof value !== 'boolean' && integer(value) !== null),
    kind('float', isFloat),
    kind('number', (value) => numeric(value) !== null || value instanceof Complex),
    kind('string', (value) => textOf(value) !== null),
    kind('mapping', (value) => value instanceof Dict),
    kind('sequence', isSequence),
    kind('callable', (value) => value instanceof ObjectValue && value.callable),
    kind(
      'escaped',
      (value) => value instanceof Markup || (value instanceof Undefined && value.kind === 'chainable'),
    ),
    native('iterable(value)', (rt, value: Value) => tryIterate(value, rt) !== null),
    native('sameas(value, other)', (_rt, value: Value, other: Value) => isSame(value, other)),
    native('odd(value)', (rt, value: Value) => equal(binary('%', value, 2, rt), 1, rt)),
    native('even(value)', (rt, value: Value) => equal(binary('%', value, 2, rt), 0, rt)),
    native('divisibleby(value, num)', (rt, value: Value, by: Value) =>
      equal(binary('%', value, by, rt), 0, rt),
    ),
    native('lower(value)', (rt, value: Value) => letters('islower', value, rt)),
    native('upper(value)', (rt, value: Value) => letters('isupper', value, rt)),
    native('in(value, seq)', (rt, value: Value, items: Value) => contains(items, value, rt)),
    native('filter(value)', (rt, value: Value) => isName(rt.facilities.filters, value)),
    native('test(value)', (rt, value: Value) => isName(rt.facilities.tests, value)),
  ),
  ...['==', 'eq', 'equalto'].map((name) => [name, equality] as const),
  ...['!=', 'ne'].map((name) => [name, inequality] as const),
  ...['<', 'lt', 'lessthan'].map((name) => [name, less] as const),
  ...['<=', 'le'].map((name) => [name, lessOrEqual] as const),
  ...['>', 'gt', 'greaterthan'].map((name) => [name, greater] as const),
  ...['>=', 'ge'].map((name) => [name, greaterOrEqual] as const),
]);

/** Python looks the value up as a key, so one that cannot be a key is an error. */
function isName(table: NativeTable, value: Value): boolean {
  keyOf(value);
  return table.has(textOf(value) ?? '');
}

function isSequence(value: Value): boolean {
  if (value instanceof Undefined) return value.kind !== 'strict';
  const isText = textOf(value) !== null || value instanceof Bytes;
  return (
    isText ||
    value instanceof List ||
    value instanceof Tuple ||
    value instanceof Dict ||
    value instanceof Range
  );
}

/** Identity. Python shares small ints and constants, so equal scalars of one type count as the same. */
function isSame(a: Value, b: Value): boolean {
  if (a instanceof Float && b instanceof Float) return Object.is(a.value, b.value);
  return a === b;
}

function letters(name: string, value: Value, rt: Runtime): Value {
  const check = stringCase.get(name);
  return check === undefined ? false : invoke(check, toText(value, rt), { positional: [], named: null }, rt);
}
