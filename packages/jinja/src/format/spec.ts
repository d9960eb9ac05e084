import { runtimeError } from '../error.ts';
import { sliceText, textLength } from '../operations/code-points.ts';
import { toText } from '../print/text.ts';
import type { Runtime } from '../runtime.ts';
import { DateTime } from '../value/date-time.ts';
import { DateValue } from '../value/date-value.ts';
import { integer, numeric } from '../value/float.ts';
import { textOf } from '../value/markup.ts';
import { typeName, type Value } from '../value/value.ts';
import { type FloatStyle, formatFloat } from './float-format.ts';
import { strftime } from './strftime.ts';

/** Python's format mini-language: `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`. */
interface Spec {
  readonly fill: string;
  readonly align: string;
  readonly sign: string;
  /** `z`: a zero has no minus. */
  readonly positiveZero: boolean;
  readonly alternate: boolean;
  readonly width: number;
  readonly grouping: string;
  readonly precision: number | null;
  readonly type: string;
}

const shape = /^(?:(.)?([<>=^]))?([-+ ]?)(z?)(#?)(0?)(\d*)([_,]?)(?:\.(\d+))?([a-zA-Z%]?)$/su;

/** `format(value, spec)`. */
export function formatValue(value: Value, spec: string, rt: Runtime): string {
  if (spec === '') return toText(value, rt);
  // No directive prints more than 26 characters.
  if (value instanceof DateTime || value instanceof DateValue) rt.meter.text(spec.length * 13);
  if (value instanceof DateTime) return strftime(spec, value);
  if (value instanceof DateValue)
    return strftime(spec, { days: value.days, date: value.date, time: new DateTime(0, 0, 0).time });
  const text = textOf(value);
  if (text !== null) return formatText(text, parseSpec(spec, 'str', '<', rt), rt);
  const number = numeric(value);
  if (number === null)
    throw runtimeError(`unsupported format string passed to ${typeName(value)}.__format__`);
  const parsed = parseSpec(spec, typeName(value), '>', rt);
  const int = integer(value);
  if (int !== null && !/^[eEfFgG%]$/.test(parsed.type)) return formatInteger(BigInt(int), parsed, rt);
  return formatNumber(Number(number), parsed, typeName(value), rt);
}

function parseSpec(text: string, type: string, align: string, rt: Runtime): Spec {
  const match = shape.exec(text);
  if (match === null) throw runtimeError(`Invalid format specifier '${text}' for object of type '${type}'`);
  const [, fill, givenAlign, sign = '', z, hash, zero, width, grouping = '', precision, letter = ''] = match;
  checkGrouping(grouping, letter);
  const spec = {
    fill: fill ?? (zero === '0' ? '0' : ' '),
    align: givenAlign ?? (zero === '0' && align === '>' ? '=' : align),
    sign,
    positiveZero: z === 'z',
    alternate: hash === '#',
    width: Number(width),
    grouping,
    precision: precision === undefined ? null : Number(precision),
    type: letter,
  };
  rt.meter.text(spec.width);
  rt.meter.text(spec.precision ?? 0);
  return spec;
}

function checkGrouping(grouping: string, type: string): void {
  const allowed = grouping === '_' ? /^[deEfFgG%boxX]?$/ : /^[deEfFgG%]?$/;
  if (grouping !== '' && !allowed.test(type))
    throw runtimeError(`Cannot specify '${grouping}' with '${type}'.`);
}

function formatText(text: string, spec: Spec, rt: Runtime): string {
  if (spec.type !== '' && spec.type !== 's') throw unknownCode(spec.type, 'str');
  if (spec.sign !== '') throw runtimeError('Sign not allowed in string format specifier');
  if (spec.positiveZero)
    throw runtimeError('Negative zero coercion (z) not allowed in string format specifier');
  if (spec.alternate) throw runtimeError('Alternate form (#) not allowed in string format specifier');
  if (spec.align === '=') throw runtimeError("'=' alignment not allowed in string format specifier");
  if (spec.grouping !== '') throw runtimeError(`Cannot specify '${spec.grouping}' with 's'.`);
  const shown = spec.precision === null ? text : sliceText(text, 0, spec.precision);
  return pad('', shown, spec, rt);
}

function formatInteger(value: bigint, spec: Spec, rt: Runtime): string {
  if (spec.precision !== null) throw runtimeError('Precision not allowed in integer format specifier');
  if (spec.positiveZero)
    throw runtimeError('Negative zero coercion (z) not allowed in integer format specifier');
  const magnitude = value < 0n ? -value : value;
  const sign = signOf(value < 0n, spec);
  const prefix = (mark: string) => (spec.alternate ? sign + mark : sign);
  switch (spec.type) {
    case '':
    case 'd':
    case 'n':
      return pad(sign, toText(magnitude, rt), spec, rt);
    case 'b':
      return pad(prefix('0b'), magnitude.toString(2), spec, rt);
    case 'o':
      return pad(prefix('0o'), magnitude.toString(8), spec, rt);
    case 'x':
      return pad(prefix('0x'), magnitude.toString(16), spec, rt);
    case 'X':
      return pad(prefix('0X'), magnitude.toString(16).toUpperCase(), spec, rt);
    case 'c':
      if (spec.sign !== '' || spec.alternate)
        throw runtimeError("Sign and alternate form (#) not allowed with integer format specifier 'c'");
      return pad('', characterOf(value), { ...spec, align: spec.align === '>' ? '<' : spec.align }, rt);
    default:
      throw unknownCode(spec.type, 'int');
  }
}

function formatNumber(value: number, spec: Spec, type: string, rt: Runtime): string {
  const style = floatStyle(spec.type);
  if (style === null) throw unknownCode(spec.type, type);
  const text = formatFloat(value, style, spec.precision, spec.alternate);
  const shown = spec.type >= 'A' && spec.type <= 'Z' ? text.toUpperCase() : text;
  const isZero = spec.positiveZero && /^[0.]+(?:[eE%]|$)/.test(text);
  const negative = !isZero && (value < 0 || Object.is(value, -0));
  return pad(signOf(negative, spec), shown, spec, rt);
}

function floatStyle(type: string): FloatStyle | null {
  const lower = type.toLowerCase();
  if (lower === 'e' || lower === 'f' || lower === 'g') return lower;
  if (type === 'n') return 'g';
  if (type === '%') return '%';
  return type === '' ? 'repr' : null;
}

function signOf(negative: boolean, spec: Spec): string {
  if (negative) return '-';
  return spec.sign === '-' ? '' : spec.sign;
}

/** Puts sign, digits and filling together; digits are grouped first, and zeros that fill are grouped with them. */
function pad(sign: string, body: string, spec: Spec, rt: Runtime): string {
  const grouped = group(body, spec, spec.width - sign.length);
  const missing = spec.width - textLength(grouped) - sign.length;
  if (missing <= 0) return sign + grouped;
  rt.meter.text(spec.width * spec.fill.length);
  const left = spec.align === '^' ? Math.floor(missing / 2) : spec.align === '<' ? 0 : missing;
  const before = spec.fill.repeat(left);
  const after = spec.fill.repeat(missing - left);
  return spec.align === '=' ? sign + before + grouped : before + sign + grouped + after;
}

function group(body: string, spec: Spec, width: number): string {
  if (spec.grouping === '') return body;
  const inBits = /^[boxX]$/.test(spec.type);
  const size = inBits ? 4 : 3;
  const match = (inBits ? /^([0-9a-fA-F]+)(.*)$/s : /^([0-9]+)(.*)$/s).exec(body);
  const [, digits = '', rest = ''] = match ?? [];
  if (match === null) return body;
  const zeros =
    spec.fill === '0' && spec.align === '=' ? zerosToFill(digits.length, size, width - rest.length) : 0;
  const all = '0'.repeat(zeros) + digits;
  const first = all.length % size || size;
  const groups = [all.slice(0, first)];
  for (let at = first; at < all.length; at += size) groups.push(all.slice(at, at + size));
  return groups.join(spec.grouping) + rest;
}

function zerosToFill(digits: number, size: number, width: number): number {
  let total = Math.max(digits, Math.floor((width * size) / (size + 1)));
  while (total + Math.floor((total - 1) / size) < width) total += 1;
  return total - digits;
}

function characterOf(value: bigint): string {
  if (value < 0n || value > 0x10ffffn) throw runtimeError('%c arg not in range(0x110000)');
  return String.fromCodePoint(Number(value));
}

function unknownCode(code: string, type: string) {
  return runtimeError(`Unknown format code '${code}' for object of type '${type}'`);
}
