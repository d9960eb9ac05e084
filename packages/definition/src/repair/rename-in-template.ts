import { freeReadings } from '../template/template.ts';
import { isName } from './repair-names.ts';

/** Names as they were, with the names that take their place; all that are known, those that stay included. */
export type NewNames = ReadonlyMap<string, string>;

/**
 * A template with its names changed. A name that could be read as one is found in the syntax tree, so that a variable of the
 * template itself, a member or a text of the same name stays. A text that is no name (`my-key`) is found as it was written, in
 * code outside of quotes, unless all of its parts are names of their own and it means what it says: `a-b` is `a` less `b`.
 */
export function renameInTemplate(source: string, names: NewNames, labels: NewNames): string {
  if (!/\{[{%]/.test(source)) return source;
  // Jinja reads every line end as one character, and counts places so.
  const lines = source.replace(/\r\n?/g, '\n');
  const readable = inTags(lines, (code) => renameInCode(code, strangeNames(names), labels));
  return renameReadings(readable, names, freeReadings(readable, 'template'));
}

/** The same for one expression without delimiters. */
export function renameInExpression(source: string, names: NewNames, labels: NewNames): string {
  const readable = renameInCode(source, strangeNames(names), labels);
  return renameReadings(readable, names, freeReadings(readable, 'expression'));
}

/** Names that no template could read as one name, looked for once for each set of names. */
function strangeNames(names: NewNames): NewNames {
  const known = strangeOf.get(names);
  if (known) return known;
  const strange = new Map(
    [...names]
      .filter(([from]) => !isName(from) && !isArithmetic(from, names))
      .sort(([a], [b]) => b.length - a.length),
  );
  strangeOf.set(names, strange);
  return strange;
}

const strangeOf = new WeakMap<NewNames, NewNames>();

function isArithmetic(name: string, names: NewNames): boolean {
  const parts = name.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const words = parts.filter((part) => !/^\p{N}/u.test(part));
  return words.length > 0 && words.every((word) => names.has(word));
}

function renameReadings(
  source: string,
  names: NewNames,
  readings: readonly { readonly name: string; readonly at: number }[] | null,
): string {
  const changed = new Map([...names].filter(([from, to]) => from !== to && isName(from)));
  if (changed.size === 0) return source;
  // What cannot be read as a template has no tree; it is mended as it is written.
  if (readings === null) return inTags(source, (code) => renameInCode(code, changed, new Map()));
  let text = source;
  for (const { name, at } of readings.toReversed()) {
    const to = changed.get(name);
    if (to !== undefined && text.startsWith(name, at))
      text = text.slice(0, at) + to + text.slice(at + name.length);
  }
  return text;
}

const quoted = /'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*"/;
const outputs = /workflow_run_outputs\s*\[\s*(?:'(?:\\[\s\S]|[^'\\])*'|"(?:\\[\s\S]|[^"\\])*")\s*\]/;

/** Code with names changed where they stand by themselves; labels also as keys of the collected outputs. */
function renameInCode(code: string, names: NewNames, labels: NewNames): string {
  return code.replace(patternOf(names), (found) => {
    if (found.startsWith('workflow_run_outputs')) return renameKey(found, labels);
    return names.get(found) ?? found;
  });
}

function patternOf(names: NewNames): RegExp {
  const known = patterns.get(names);
  if (known) return known;
  const words = [...names.keys()].map((name) => `(?<![\\p{L}\\p{N}_.])${escaped(name)}(?![\\p{L}\\p{N}_])`);
  const pattern = new RegExp([outputs.source, quoted.source, ...words].join('|'), 'gu');
  patterns.set(names, pattern);
  return pattern;
}

const patterns = new WeakMap<NewNames, RegExp>();

/** `workflow_run_outputs['a b']` with the label in quotes changed. */
function renameKey(found: string, labels: NewNames): string {
  return found.replace(quoted, (text) => {
    const to = labels.get(text.slice(1, -1));
    return to === undefined ? text : `${text.slice(0, 1)}${to}${text.slice(-1)}`;
  });
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The source with `change` applied to what stands between `{{ }}` and `{% %}`; comments and raw text are left out. */
function inTags(source: string, change: (code: string) => string): string {
  let text = '';
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('{', at);
    const mark = open < 0 ? '' : (source[open + 1] ?? '');
    if (open < 0) return text + source.slice(at);
    if (!'{%#'.includes(mark) || mark === '') {
      text += source.slice(at, open + 1);
      at = open + 1;
      continue;
    }
    const end = mark === '#' ? endOfText(source, open + 2, '#}') : endOfTag(source, open + 2, mark);
    const tag = source.slice(open, end);
    const isRaw = /^\{%[-+]?\s*raw\b/.test(tag);
    const close = isRaw ? endOfRaw(source, end) : end;
    text += source.slice(at, open) + (mark === '#' || isRaw ? source.slice(open, close) : change(tag));
    at = close;
  }
  return text;
}

function endOfText(source: string, from: number, mark: string): number {
  const found = source.indexOf(mark, from);
  return found < 0 ? source.length : found + mark.length;
}

function endOfRaw(source: string, from: number): number {
  const rest = /\{%[-+]?\s*endraw\s*[-+]?%\}/.exec(source.slice(from));
  return rest ? from + rest.index + rest[0].length : source.length;
}

/** Behind the end of a tag that began before `from`; quotes may hold its mark. */
function endOfTag(source: string, from: number, mark: string): number {
  const close = mark === '{' ? '}}' : '%}';
  let quote = '';
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at] ?? '';
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (source.startsWith(close, at)) return at + 2;
  }
  return endOfText(source, from, close);
}
