import { runtimeError } from '../error.ts';
import { asciiText } from '../print/string-repr.ts';
import { repr, toText } from '../print/text.ts';
import type { Runtime } from '../runtime.ts';
import { escapeHtml, Markup } from '../value/markup.ts';
import type { Value } from '../value/value.ts';
import { formatValue } from './spec.ts';

/** Source of the values of fields. */
export interface FormatArguments {
  readonly positional: readonly Value[];
  named(name: string): Value | undefined;
}

interface Numbering {
  next: number;
  mode: 'unused' | 'automatic' | 'manual';
}

// Python allows a replacement field in a format spec, and none inside that one.
const deepestField = 2;

const braces = /[{}]/g;

/** `text.format(…)`. Members in fields obey the same rules as members in expressions. Markup escapes what is put in. */
export function formatBraces(format: string | Markup, args: FormatArguments, rt: Runtime): Value {
  const escaping = format instanceof Markup;
  const numbering: Numbering = { next: 0, mode: 'unused' };
  const text = expand(escaping ? format.value : format, args, numbering, deepestField, escaping, rt);
  return escaping ? new Markup(text) : text;
}

function expand(
  format: string,
  args: FormatArguments,
  numbering: Numbering,
  depth: number,
  escaping: boolean,
  rt: Runtime,
): string {
  if (depth < 0) throw runtimeError('Max string recursion exceeded');
  let result = '';
  let at = 0;
  while (at < format.length) {
    const brace = nextBrace(format, at);
    result += format.slice(at, brace);
    if (brace === format.length) break;
    if (format[brace + 1] === format[brace]) {
      result += format[brace];
      at = brace + 2;
      continue;
    }
    if (format[brace] === '}') throw runtimeError("Single '}' encountered in format string");
    const end = endOfField(format, brace + 1);
    result += field(format.slice(brace + 1, end), args, numbering, depth, escaping, rt);
    rt.meter.grow(result.length, 64);
    at = end + 1;
  }
  return result;
}

function field(
  source: string,
  args: FormatArguments,
  numbering: Numbering,
  depth: number,
  escaping: boolean,
  rt: Runtime,
): string {
  const [, path = '', conversion, spec = ''] =
    /^([^!:[]*(?:\[[^\]]*\][^!:[]*)*)(?:!([^:]*))?(?::(.*))?$/s.exec(source) ?? [];
  const value = resolve(path, args, numbering, rt);
  const converted = convert(value, conversion, rt);
  const format = expand(spec, args, numbering, depth - 1, false, rt);
  if (!escaping) return formatValue(converted, format, rt);
  if (!(converted instanceof Markup)) return escapeHtml(formatValue(converted, format, rt), rt).value;
  if (format !== '') throw runtimeError('Unsupported format specification for Markup.');
  return converted.value;
}

function resolve(path: string, args: FormatArguments, numbering: Numbering, rt: Runtime): Value {
  const [first = ''] = /^[^.[]*/.exec(path) ?? [];
  let value = argument(first, args, numbering, rt);
  let rest = path.slice(first.length);
  while (rest !== '') {
    const match = /^(?:\.([^.[]+)|\[([^\]]+)\])/.exec(rest);
    if (match === null) throw runtimeError('Empty attribute in format string');
    const [whole, name, key = ''] = match;
    value =
      name === undefined
        ? rt.facilities.members.item(value, /^\d+$/.test(key) ? Number(key) : key, rt)
        : rt.facilities.members.attribute(value, name, rt);
    rest = rest.slice(whole.length);
  }
  return value;
}

function argument(name: string, args: FormatArguments, numbering: Numbering, rt: Runtime): Value {
  const isNumber = /^\d*$/.test(name);
  if (!isNumber) {
    const value = args.named(name);
    if (value === undefined) throw runtimeError(repr(name, rt));
    return value;
  }
  const mode = name === '' ? 'automatic' : 'manual';
  if (numbering.mode !== 'unused' && numbering.mode !== mode)
    throw runtimeError('cannot switch between automatic field numbering and manual field specification');
  numbering.mode = mode;
  const index = name === '' ? numbering.next++ : Number(name);
  const value = args.positional[index];
  if (value === undefined)
    throw runtimeError(`Replacement index ${index} out of range for positional args tuple`);
  return value;
}

function convert(value: Value, conversion: string | undefined, rt: Runtime): Value {
  switch (conversion) {
    case undefined:
      return value;
    case 's':
      return toText(value, rt);
    case 'r':
      return repr(value, rt);
    case 'a':
      return asciiText(repr(value, rt));
    default:
      throw runtimeError(`Unknown conversion specifier '${conversion}'`);
  }
}

function nextBrace(format: string, from: number): number {
  braces.lastIndex = from;
  return braces.exec(format)?.index ?? format.length;
}

function endOfField(format: string, from: number): number {
  let depth = 1;
  for (let at = from; at < format.length; at += 1) {
    if (format[at] === '{') depth += 1;
    if (format[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw runtimeError("expected '}' before end of string");
}
