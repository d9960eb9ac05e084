import type { JsonSchema } from '@runwright/contract';
import { asObject, resolveRef, unionMembers } from './json-schema.ts';
import { dividePart, type PagePart } from './page-part.ts';
import { cellsOf, isRowLine } from './table-line.ts';

/**
 * Tokens that the answer about one part may take, by the estimate. Less than the 4,096 that a model may answer with at
 * first, because the estimate can be too low by a third.
 */
const targetTokens = 3_000;
/** Bytes of JSON per token; names, digits and punctuation make more tokens than prose. */
const bytesPerToken = 3;
/** Share of text outside of tables that an answer is expected to repeat. */
const takenOfText = 0.5;
/** Bytes around a member of an object: quotes, colon and comma. */
const memberBytes = 7;

/** Shape of one item of the list that an answer consists of. */
interface ItemShape {
  readonly fields: number;
  /** Bytes of an item without its values. */
  readonly bytes: number;
}

/**
 * Divides a part so that the answer about each is expected to fit the output limit of a model. The estimate: each row of a
 * table becomes one item, which repeats the names of its fields and the cells of the row; of other text, as many lines
 * become an item as it has fields, and half of the text is repeated. The answer to a schema without lists has one size
 * for a page of any length, so such a part stays whole.
 */
export function partsForAnswer(part: PagePart, schema: JsonSchema): readonly PagePart[] {
  const item = itemShape(schema);
  if (item === null) return [part];
  const costOf = (line: string) => answerTokens(line, item);
  const total = part.lines.reduce((sum, line) => sum + costOf(line), 0);
  return total <= targetTokens ? [part] : dividePart(part, Math.ceil(total / targetTokens), costOf);
}

/** Divides a part in two whose answer was cut off; null when it has one line, or when the schema has no list to divide. */
export function halvePart(part: PagePart, schema: JsonSchema): readonly PagePart[] | null {
  const item = itemShape(schema);
  if (item === null) return null;
  const halves = dividePart(part, 2, (line) => answerTokens(line, item));
  if (halves.length > 1) return halves;
  return part.lines.length < 2 ? null : dividePart(part, 2, () => 1);
}

function answerTokens(line: string, { fields, bytes }: ItemShape): number {
  const size = Buffer.byteLength(line.trim(), 'utf8');
  if (!isRowLine(line)) return (bytes / fields + size * takenOfText) / bytesPerToken;
  return (bytes + size * Math.min(1, fields / cellsOf(line).length)) / bytesPerToken;
}

/** Returns the shape of the largest list items of a schema; null when no part of it can hold several items. */
function itemShape(schema: JsonSchema): ItemShape | null {
  const shapes: ItemShape[] = [];
  collectItems(schema, schema, shapes, 0);
  return shapes.reduce<ItemShape | null>(
    (largest, shape) => (largest === null || shape.bytes > largest.bytes ? shape : largest),
    null,
  );
}

const maxDepth = 12;

function collectItems(value: unknown, root: JsonSchema, shapes: ItemShape[], depth: number): void {
  if (depth > maxDepth) return;
  const node = resolveRef(value, root);
  for (const member of unionMembers(node) ?? []) collectItems(member, root, shapes, depth + 1);
  const properties = asObject(node.properties);
  for (const property of Object.values(properties ?? {})) collectItems(property, root, shapes, depth + 1);
  const isOpen = node.type === 'object' && properties === null;
  if (node.items === undefined && node.type !== 'array' && !isOpen) return;
  const { fields, bytes } = sizeOf(node.items ?? node.additionalProperties, root, depth + 1);
  shapes.push({ fields: Math.max(1, fields), bytes: bytes + memberBytes });
}

/** Counts the fields of a value, nested ones included, and the bytes of their names. */
function sizeOf(value: unknown, root: JsonSchema, depth: number): ItemShape {
  const node = resolveRef(value, root);
  const members = Object.entries(asObject(node.properties) ?? {});
  if (depth > maxDepth || members.length === 0) return { fields: 1, bytes: 0 };
  const sizes = members.map(([name, member]) => {
    const inner = sizeOf(member, root, depth + 1);
    return { fields: inner.fields, bytes: inner.bytes + name.length + memberBytes };
  });
  return {
    fields: sizes.reduce((sum, { fields }) => sum + fields, 0),
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 2),
  };
}
