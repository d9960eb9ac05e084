import { runtimeError } from '../error.ts';
import { sliceText, textLength } from '../operations/code-points.ts';
import { numberText, parseFloatText, parseInteger } from '../operations/parse-number.ts';
import { asciiText } from '../print/string-repr.ts';
import { repr, toText } from '../print/text.ts';
import type { Runtime } from '../runtime.ts';
import { Dict } from '../value/dict.ts';
import { integer, numeric } from '../value/float.ts';
import { List } from '../value/list.ts';
import { escapeText, Markup, textOf } from '../value/markup.ts';
import { Range } from '../value/range.ts';
import { Tuple } from '../value/tuple.ts';
import { failUndefined, Undefined } from '../value/undefined.ts';
import { typeName, type Value } from '../value/value.ts';
import { formatFloat } from './float-format.ts';

interface Conversion {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | null;
  readonly type: string;
}

const conversion = /%(?:\(([^()]*)\))?([-+ #0]*)(\*|\d*)(?:\.(\*|\d*))?[hlL]?(.?)/gsu;

/** `text % values`, Python's printf formatting. Markup on the left gives markup, with what is put in escaped. */
export function formatPercent(format: string | Markup, values: Value, rt: Runtime): Value {
  const escaping = format instanceof Markup;
  const source = escaping ? format.value : format;
  const supply = new Supply(values, escaping);
  let result = '';
  let from = 0;
  for (const match of source.matchAll(conversion)) {
    const [whole, key, flags = '', width = '', precision, type = ''] = match;
    const spec = {
      flags,
      width: width === '*' ? supply.nextInteger() : Number(width),
      precision:
        precision === undefined
          ? null
          : precision === '*'
            ? Math.max(0, supply.nextInteger())
            : Number(precision),
      type,
    };
    const text =
      whole === '%%'
        ? '%'
        : convert(key === undefined ? supply.next() : supply.named(key, rt), spec, escaping, rt);
    result += source.slice(from, match.index) + padded(text, spec, rt);
    from = match.index + whole.length;
    rt.meter.grow(result.length, text.length);
  }
  supply.finish();
  result += source.slice(from);
  return escaping ? new Markup(result) : result;
}

/** Hands out the values: a tuple's items in order, a mapping's by name, anything else once. */
class Supply {
  readonly #values: Value;
  readonly #escaping: boolean;
  #index = 0;

  constructor(values: Value, escaping: boolean) {
    this.#values = values;
    this.#escaping = escaping;
  }

  next(): Value {
    const values = this.#values instanceof Tuple ? this.#values.items : [this.#values];
    const value = values[this.#index];
    if (value === undefined) throw runtimeError('not enough arguments for format string');
    this.#index += 1;
    return value;
  }

  nextInteger(): number {
    const value = integer(this.next());
    if (typeof value !== 'number' || this.#escaping) throw runtimeError('* wants int');
    return value;
  }

  named(key: string, rt: Runtime): Value {
    if (this.#values instanceof Undefined) return this.#values.member();
    if (!(this.#values instanceof Dict)) throw runtimeError('format requires a mapping');
    const value = this.#values.getText(key);
    if (value === undefined) throw runtimeError(repr(key, rt));
    return value;
  }

  finish(): void {
    const values = this.#values;
    const left =
      values instanceof Tuple ? this.#index < values.items.length : this.#index === 0 && !isMapping(values);
    if (left) throw runtimeError('not all arguments converted during string formatting');
  }
}

function isMapping(value: Value): boolean {
  return [Dict, List, Range, Undefined].some((type) => value instanceof type);
}

function convert(value: Value, spec: Conversion, escaping: boolean, rt: Runtime): string {
  switch (spec.type) {
    case 's':
    case 'r':
    case 'a': {
      const text = printed(value, spec.type, rt);
      const isSafe = !escaping || (value instanceof Markup && spec.type === 's');
      const whole = isSafe ? text : escapeText(text, rt);
      return spec.precision === null ? whole : sliceText(whole, 0, spec.precision);
    }
    case 'd':
    case 'i':
    case 'u':
      return signed(
        decimalInteger(escaping ? numberIn(value, (text) => parseInteger(text, 10)) : value),
        10,
        spec,
        rt,
      );
    case 'x':
    case 'X':
    case 'o': {
      if (escaping) throw noInteger(spec.type, 'Markup');
      const int = wholeNumber(value, spec.type);
      const text = signed(int, spec.type === 'o' ? 8 : 16, spec, rt);
      return spec.type === 'X' ? text.toUpperCase() : text;
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      return float(escaping ? numberIn(value, parseFloatText) : value, spec, rt);
    case 'c':
      if (escaping) throw runtimeError('%c requires int or char');
      return character(value);
    case '':
      throw runtimeError('incomplete format');
    default:
      throw runtimeError(`unsupported format character '${spec.type}'`);
  }
}

function printed(value: Value, type: string, rt: Runtime): string {
  if (type === 's') return toText(value, rt);
  return type === 'r' ? repr(value, rt) : asciiText(repr(value, rt));
}

function decimalInteger(value: Value): bigint {
  const int = integer(value);
  if (int !== null) return BigInt(int);
  const number = numeric(value);
  failUndefined(value);
  if (number === null) throw runtimeError(`%d format: a real number is required, not ${typeName(value)}`);
  if (!Number.isFinite(Number(number))) throw runtimeError('cannot convert float infinity or NaN to integer');
  return BigInt(Math.trunc(Number(number)));
}

/** Converts a value by `int()` or `float()`: markup asks them before it formats a number. */
function numberIn(value: Value, parse: (text: string) => number | bigint | null): Value {
  const text = numberText(value);
  if (text === null) return value;
  const number = parse(text);
  if (number === null) throw runtimeError(`not a number: '${text}'`);
  return number;
}

function wholeNumber(value: Value, type: string): bigint {
  const int = integer(value);
  if (int === null) throw noInteger(type, typeName(value));
  return BigInt(int);
}

function noInteger(type: string, found: string) {
  return runtimeError(`%${type} format: an integer is required, not ${found}`);
}

function signed(value: bigint, radix: number, spec: Conversion, rt: Runtime): string {
  const magnitude = value < 0n ? -value : value;
  const digits = radix === 10 ? toText(magnitude, rt) : magnitude.toString(radix);
  rt.meter.text(spec.precision ?? 0);
  const prefix = !spec.flags.includes('#') || radix === 10 ? '' : radix === 8 ? '0o' : '0x';
  return signOf(value < 0n, spec) + prefix + digits.padStart(spec.precision ?? 0, '0');
}

function float(value: Value, spec: Conversion, rt: Runtime): string {
  const number = numeric(value);
  failUndefined(value);
  if (number === null) throw runtimeError(`must be real number, not ${typeName(value)}`);
  rt.meter.text(spec.precision ?? 0);
  const lower = spec.type.toLowerCase();
  const style = lower === 'e' || lower === 'g' ? lower : 'f';
  const amount = Number(number);
  const text = formatFloat(amount, style, spec.precision ?? 6, spec.flags.includes('#'));
  const sign = signOf(amount < 0 || Object.is(amount, -0), spec);
  return sign + (spec.type === lower ? text : text.toUpperCase());
}

function character(value: Value): string {
  const text = textOf(value);
  if (text !== null && textLength(text) === 1) return text;
  const code = integer(value);
  if (text !== null || code === null) throw runtimeError('%c requires int or char');
  if (code < 0 || code > 0x10ffff) throw runtimeError('%c arg not in range(0x110000)');
  return String.fromCodePoint(Number(code));
}

function signOf(negative: boolean, { flags }: Conversion): string {
  if (negative) return '-';
  return flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

function padded(text: string, spec: Conversion, rt: Runtime): string {
  const width = Math.abs(spec.width);
  const missing = width - textLength(text);
  if (missing <= 0) return text;
  rt.meter.text(width);
  if (spec.width < 0 || spec.flags.includes('-')) return text + ' '.repeat(missing);
  if (!spec.flags.includes('0') || !/[diuxXoeEfFgG]/.test(spec.type)) return ' '.repeat(missing) + text;
  const [sign = ''] = /^[-+ ]?(?:0[xXo])?/.exec(text) ?? [];
  return sign + '0'.repeat(missing) + text.slice(sign.length);
}
