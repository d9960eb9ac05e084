import { Document, Scalar, type ToStringOptions } from 'yaml';
import type { Json } from './json.ts';

/** How the editor writes YAML: no line is folded. */
export const writing: ToStringOptions = { indent: 2, lineWidth: 0 };

/** Returns a whole document. */
export function renderDocument(value: Json): string {
  return new Document(value, { aliasDuplicateObjects: false }).toString(writing);
}

/** Returns `name: value` without an end of line. */
export function renderMember(name: string, value: Json): string {
  return renderDocument({ [name]: value }).trimEnd();
}

/** Returns `- value` without an end of line. */
export function renderItem(value: Json): string {
  return renderDocument([value]).trimEnd();
}

/** Returns a scalar in the style of the one that it replaces; null for what cannot stand behind the name of a member. */
export function renderValue(value: Json, type: Scalar['type']): string | null {
  if (typeof value === 'object' && value !== null) return null;
  const scalar = new Scalar(value);
  // Several lines become a block, whatever the one line before was.
  const isInLines = typeof value === 'string' && value.includes('\n') && !type?.startsWith('BLOCK');
  if (typeof value === 'string' && type) scalar.type = isInLines ? Scalar.BLOCK_LITERAL : type;
  const rendered = new Document({ a: scalar }).toString(writing).trimEnd();
  return rendered.startsWith('a: ') ? rendered.slice(3) : null;
}

/** Moves all lines but the first to the right. */
export function indented(text: string, column: number): string {
  const [first = '', ...rest] = text.split('\n');
  const space = ' '.repeat(column);
  return [first, ...rest.map((line) => (line === '' ? '' : space + line))].join('\n');
}

/** Returns the index of the first character of a line. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Returns the index of the line break that ends a line, or the end of the text. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** Returns how many characters stand before an index on its line. */
export function columnOf(text: string, at: number): number {
  return at - lineStart(text, at);
}
