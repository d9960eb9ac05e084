import type { Json, JsonObject } from '@runwright/contract';
import { bestColumn, isAbout, wordsOf } from './column-match.ts';
import { type PageRecord, recordsOf } from './page-records.ts';
import type { View } from './parse-view.ts';

/**
 * Data in the shape of a schema, computed from the text of a page: rows of a table or cards become the items of a list,
 * matched by their headers; single values are looked for by their label. What is not found is null.
 *
 * @param goal may narrow the rows down (`shipped orders`, `the first 3`)
 */
export function fillSchema(schema: JsonObject, view: View, goal: string): Json {
  const records = narrowed(recordsOf(view), goal);
  return fill(schema, '', { view, records, record: null });
}

interface Source {
  readonly view: View;
  readonly records: readonly PageRecord[];
  /** The row that an item is made from; null above lists. */
  readonly record: PageRecord | null;
}

function fill(schema: Json | undefined, name: string, source: Source): Json {
  const node = valueNode(schema);
  if (node === null) return null;
  const properties = objectOf(node.properties);
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([member, inner]) => [member, fill(inner, member, source)]),
    );
  }
  if (typesOf(node).includes('array')) return fillList(node, name, source);
  const text = source.record ? cellFor(node, name, source.record) : labelled(node, name, source);
  return text === null ? null : converted(node, text);
}

function fillList(node: JsonObject, name: string, { view, records, record }: Source): Json {
  if (record) return null;
  const item = valueNode(node.items);
  const isObject = item !== null && objectOf(item.properties) !== null;
  const filled = records.map((each) =>
    fill(item, isObject ? '' : singular(name), { view, records, record: each }),
  );
  return isObject ? filled : filled.filter((value) => value !== null);
}

function cellFor(node: JsonObject, name: string, record: PageRecord): string | null {
  if (isLink(node)) return /\{L\d+\}/.exec(Object.values(record).join(' '))?.[0] ?? null;
  const column = bestColumn(Object.keys(record), name);
  const cell = column === null ? undefined : record[column];
  return cell === undefined || cell === '' ? null : cell.replace(/\s*\{L\d+\}/g, '').trim();
}

/** A value that stands after its label: in a sentence, on the next line, or in a row of two cells. */
function labelled(node: JsonObject, name: string, { view, records }: Source): string | null {
  if (isLink(node)) return '{L0}';
  const words = wordsOf(name);
  if (words.some((word) => /^(count|found|matches|results)$/.test(word))) {
    return /\bof (\d+)\b/.exec(view.text)?.[1] ?? String(records.length);
  }
  const lines = view.text.split('\n').map((line) => line.trim());
  return (
    inSentence(view.text, words) ??
    inTwoCells(view, name) ??
    inHeading(lines, name) ??
    afterLabel(lines, name)
  );
}

function inSentence(text: string, words: readonly string[]): string | null {
  for (const word of words) {
    const value = new RegExp(`\\b${word}(?: [a-z]+)? is ([\\w-]+)`, 'i').exec(text)?.[1];
    if (value !== undefined) return value;
  }
  return null;
}

function inTwoCells(view: View, name: string): string | null {
  return view.tables.flat().find((cells) => cells.length === 2 && isAbout(cells[0] ?? '', name))?.[1] ?? null;
}

/** `# Order PO-1038` is the title, and tells the order; a status stands alone below it. */
function inHeading(lines: readonly string[], name: string): string | null {
  const at = lines.findIndex((line) => /^# /.test(line));
  const heading = lines[at]?.slice(2) ?? '';
  const [, kind = '', code] = /^(\w+) (\S*\d\S*)$/.exec(heading) ?? [];
  if (code !== undefined && isAbout(kind, name)) return code;
  if (isAbout('status', name) && /^[A-Z][a-z]+$/.test(lines[at + 1] ?? '')) return lines[at + 1] ?? null;
  return wordsOf(name).some((word) => word === 'title' || word === 'heading') && heading !== ''
    ? heading
    : null;
}

function afterLabel(lines: readonly string[], name: string): string | null {
  const label = lines.findIndex(
    (line, index) => index > 0 && /^[A-Za-z -]+$/.test(line) && isAbout(line, name),
  );
  return label < 0 ? null : (lines[label + 1] ?? null);
}

function converted(node: JsonObject, text: string): Json {
  const types = typesOf(node);
  if (Array.isArray(node.enum)) {
    const choice = node.enum.find(
      (each: Json) => typeof each === 'string' && each.toLowerCase() === text.toLowerCase(),
    );
    return choice ?? null;
  }
  if (types.includes('number') || types.includes('integer')) return numberIn(text);
  if (types.includes('boolean')) return !/^(no|false|none)\b|\bout of\b/i.test(text);
  return text;
}

/** Numbers as the portal prints them: `€1,284.50`, `340 in stock`; sold out is none left. */
function numberIn(text: string): number | null {
  if (/\bout of stock\b/i.test(text)) return 0;
  const digits = /-?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}

/** The status that a goal speaks of in front of what it is about, or after the word status. */
function narrowed(records: readonly PageRecord[], goal: string): readonly PageRecord[] {
  const count = /\b(?:first|top|newest|latest|last) (\d+)\b/i.exec(goal)?.[1];
  const kept = records.filter((record) => {
    const [, status] = Object.entries(record).find(([column]) => /^status$/i.test(column)) ?? [];
    const wanted = records.some((other) => speaksOf(goal, other));
    return status === undefined || !wanted || speaksOf(goal, record);
  });
  return count === undefined ? kept : kept.slice(0, Number(count));
}

function speaksOf(goal: string, record: PageRecord): boolean {
  const [, status = ''] = Object.entries(record).find(([column]) => /^status$/i.test(column)) ?? [];
  if (!/^[a-z]+$/i.test(status)) return false;
  return new RegExp(`\\b${status} (orders?|ones?)\\b|\\bstatus\\W+(is |of )?\\W*${status}\\b`, 'i').test(
    goal,
  );
}

function singular(name: string): string {
  return name.replace(/s$/, '');
}

function isLink(node: JsonObject): boolean {
  return typeof node.pattern === 'string' && node.pattern.includes('L\\d');
}

function typesOf(node: JsonObject): readonly Json[] {
  return Array.isArray(node.type) ? node.type : [node.type ?? null];
}

/** The node, or of a nullable one the member that has a value. */
function valueNode(schema: Json | undefined): JsonObject | null {
  const node = objectOf(schema);
  const union = node?.anyOf;
  if (!Array.isArray(union)) return node;
  return objectOf(union.find((member: Json) => objectOf(member)?.type !== 'null'));
}

function objectOf(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}
