import { runtimeError } from '../error.ts';
import { formatPercent } from '../format/percent.ts';
import { integerArgument, numberArgument, textArgument } from '../methods/argument.ts';
import { center } from '../methods/string-shape.ts';
import { binary } from '../operations/arithmetic.ts';
import { sliceText } from '../operations/code-points.ts';
import { stripTags, unescapeHtml } from '../operations/html.ts';
import { length as sizeOf } from '../operations/iterate.ts';
import { callMethod } from '../operations/member.ts';
import { replaceText } from '../operations/replace-text.ts';
import { splitLines } from '../operations/whitespace.ts';
import { wrapText } from '../operations/wrap-text.ts';
import { toText } from '../print/text.ts';
import type { Runtime } from '../runtime.ts';
import { Dict } from '../value/dict.ts';
import { integer } from '../value/float.ts';
import { escapeHtml, Markup, textOf } from '../value/markup.ts';
import { native, nativeTable } from '../value/native-function.ts';
import { Tuple } from '../value/tuple.ts';
import { failUndefined, Undefined } from '../value/undefined.ts';
import { truth, type Value } from '../value/value.ts';

const noArguments = { positional: [], named: null };
const truncateLeeway = 5;

/** A filter that is a method of text. */
const asMethod = (name: string) =>
  native(`${name}(s)`, (rt, value: Value) => callMethod(textOrMarkup(value, rt), name, noArguments, rt));

/** Filters that work on text. */
export const textFilters = nativeTable(
  asMethod('upper'),
  asMethod('lower'),
  asMethod('capitalize'),
  native('title(s)', (rt, value: Value) => titleWords(toText(value, rt))),
  native('trim(value, chars?)', (rt, value: Value, chars: Value = null) =>
    callMethod(textOrMarkup(value, rt), 'strip', { positional: [chars], named: null }, rt),
  ),
  native('center(value, width?)', (rt, value: Value, width: Value = 80) =>
    sameKind(value, center(toText(value, rt), integerArgument(width), ' ', rt)),
  ),
  native('string(object)', (rt, value: Value) => textOrMarkup(value, rt)),
  native('replace(s, old, new, count?)', replace),
  native('format(value, *args, **kwargs)', format),
  native('indent(s, width?, first?, blank?)', indent),
  native('truncate(s, length?, killwords?, end?, leeway?)', truncate),
  native('wordcount(s)', (rt, value: Value) => {
    const text = toText(value, rt);
    rt.meter.scan(text.length);
    return text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
  }),
  native('wordwrap(s, width?, break_long_words?, wrapstring?, break_on_hyphens?)', wordwrap),
  native('striptags(value)', (rt, value: Value) => unescapeHtml(stripTags(toText(value, rt), rt), rt)),
);

/** `soft_str`: markup as it is, anything else as text. */
export function textOrMarkup(value: Value, rt: Runtime): string | Markup {
  return value instanceof Markup ? value : toText(value, rt);
}

/** The text of a value for filters that Python writes with operations only texts have. */
function textOnly(value: Value): string {
  if (value instanceof Undefined) value.fail();
  return textArgument(value, 'the input of this filter');
}

function sameKind(value: Value, text: string): Value {
  return value instanceof Markup ? new Markup(text) : text;
}

/** Capitals after whitespace, hyphens and opening brackets only, unlike `str.title`. */
function titleWords(text: string): string {
  return text
    .split(/([-\s({[<]+)/)
    .map((word) => {
      const [first] = word;
      return first === undefined ? '' : first.toUpperCase() + word.slice(first.length).toLowerCase();
    })
    .join('');
}

function replace(rt: Runtime, value: Value, old: Value, by: Value, count: Value = -1): Value {
  const times = count === null ? -1 : integerArgument(count);
  if (!rt.autoescape) return replaceText(toText(value, rt), toText(old, rt), toText(by, rt), times, rt);
  const escapes = old instanceof Markup || (by instanceof Markup && !(value instanceof Markup));
  const text = escapes ? escapeHtml(value, rt) : textOrMarkup(value, rt);
  const positional = [textOrMarkup(old, rt), textOrMarkup(by, rt), times];
  return callMethod(text, 'replace', { positional, named: null }, rt);
}

function format(rt: Runtime, value: Value, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
  if (args.length > 0 && named.size > 0)
    throw runtimeError("can't handle positional and keyword arguments at the same time");
  return formatPercent(textOrMarkup(value, rt), named.size > 0 ? Dict.of(named) : new Tuple(args), rt);
}

function indent(
  rt: Runtime,
  value: Value,
  width: Value = 4,
  first: Value = false,
  blank: Value = false,
): Value {
  failUndefined(width);
  const margin = textOf(width) ?? spaces(integerArgument(width), rt);
  const text = textOnly(value);
  const lines = splitLines(`${text}\n`, false);
  rt.meter.text(text.length + margin.length * lines.length);
  const indented = lines.map((line, index) =>
    index > 0 && (truth(blank) || line !== '') ? margin + line : line,
  );
  const result = sameKind(value, indented.join('\n'));
  if (!truth(first)) return result;
  const isSafe = width instanceof Markup || value instanceof Markup;
  return binary('+', isSafe ? new Markup(margin) : margin, result, rt);
}

function spaces(count: number, rt: Runtime): string {
  rt.meter.text(Math.max(0, count));
  return ' '.repeat(Math.max(0, count));
}

function truncate(
  rt: Runtime,
  value: Value,
  length: Value = 255,
  killWords: Value = false,
  end: Value = '...',
  leeway: Value = null,
): Value {
  const limit = numberArgument(length);
  const slack = leeway === null ? truncateLeeway : numberArgument(leeway);
  const endLength = sizeOf(end, rt);
  if (limit < endLength) throw runtimeError(`expected length >= ${endLength}, got ${limit}`);
  if (slack < 0) throw runtimeError(`expected leeway >= 0, got ${slack}`);
  if (sizeOf(value, rt) <= limit + slack) return value;
  const text = textOnly(value);
  const kept = sliceText(text, 0, integerArgument(length) - endLength);
  const space = truth(killWords) ? -1 : kept.lastIndexOf(' ');
  return binary('+', sameKind(value, space === -1 ? kept : kept.slice(0, space)), end, rt);
}

function wordwrap(
  rt: Runtime,
  value: Value,
  width: Value = 79,
  breakLongWords: Value = true,
  wrapString: Value = null,
  breakOnHyphens: Value = true,
): Value {
  const text = textOnly(value);
  rt.meter.scan(text.length);
  if (text === '') return wrapString instanceof Markup ? new Markup('') : text;
  const options = {
    width: numberArgument(width),
    hasWholeWidth: integer(width) !== null,
    breakLongWords: truth(breakLongWords),
    breakOnHyphens: truth(breakOnHyphens),
  };
  const separator = wrapString === null ? '\n' : textArgument(wrapString);
  const lines = splitLines(text, false).map((line) => wrapText(line, options));
  rt.meter.text(text.length + separator.length * lines.reduce((sum, { length }) => sum + length, 0));
  const result = lines.map((wrapped) => wrapped.join(separator)).join(separator);
  return wrapString instanceof Markup ? new Markup(result) : result;
}
