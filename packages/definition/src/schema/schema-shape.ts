import {
  acceptsNull,
  defaultOf,
  memberFor,
  resolveNode,
  type SchemaNode,
  schemaNode,
  typesOf,
  unionOf,
} from './schema-node.ts';

/**
 * Source of values: `json` (bodies, definitions), `text` (query parameters, where all is text), or `exact` (what a program returns,
 * which has to fit as it is).
 */
export type ValueSource = 'json' | 'text' | 'exact';

/**
 * A copy of `value` in the shape that `schema` asks for: absent members get their defaults; null in a member that does
 * not take null means "not given"; decimal text becomes a number where one is wanted. What does not fit stays as it is,
 * for the validator to judge.
 */
export function shapeValue(schema: SchemaNode, value: unknown, source: ValueSource): unknown {
  return source === 'exact' ? value : shape(schema, value, { root: schema, source });
}

interface Setting {
  readonly root: SchemaNode;
  readonly source: ValueSource;
}

function shape(schema: unknown, value: unknown, setting: Setting): unknown {
  const node = resolveNode(schema, setting.root);
  const members = unionOf(node);
  if (members) {
    const member = value === null ? null : memberFor(members, value, setting.root);
    return member ? shape(member, value, setting) : copyOf(value);
  }
  if (Array.isArray(node.allOf)) {
    const { allOf, ...rest } = node;
    return [...allOf, rest].reduce<unknown>((shaped, part) => shape(part, shaped, setting), value);
  }
  if (Array.isArray(value)) return shapeItems(node, value, setting);
  if (typeof value === 'object' && value !== null) return shapeObject(node, value, setting);
  return shapeScalar(node, value, setting.source);
}

function shapeItems(node: SchemaNode, value: readonly unknown[], setting: Setting): unknown[] {
  const tuple = Array.isArray(node.prefixItems) ? node.prefixItems : [];
  return value.map((item, index) => shape(tuple[index] ?? node.items, item, setting));
}

function shapeObject(node: SchemaNode, value: object, setting: Setting): unknown {
  const properties = schemaNode(node.properties);
  const given = new Map<string, unknown>(Object.entries(value));
  for (const [name, property] of Object.entries(properties)) {
    const found = given.get(name) ?? null;
    const fallback = found === null ? defaultOf(property, setting.root) : undefined;
    if (found !== null) given.set(name, shape(property, found, setting));
    else if (fallback !== undefined) given.set(name, shape(property, fallback, setting));
    else if (given.has(name) && isLeftOut(node, name, property, setting)) given.delete(name);
  }
  for (const [name, member] of given) {
    if (!Object.hasOwn(properties, name)) given.set(name, shape(otherMembers(node), member, setting));
  }
  return Object.fromEntries(given);
}

function isLeftOut(node: SchemaNode, name: string, property: unknown, setting: Setting): boolean {
  const required = Array.isArray(node.required) && node.required.includes(name);
  return !required && !acceptsNull(property, setting.root);
}

/** The schema of members without a name of their own; TypeBox writes a record as the pattern that fits all names. */
function otherMembers(node: SchemaNode): unknown {
  return schemaNode(node.patternProperties)['^.*$'] ?? node.additionalProperties;
}

function shapeScalar(node: SchemaNode, value: unknown, source: ValueSource): unknown {
  if (typeof value !== 'string') return value;
  const types = typesOf(node);
  if (types.includes('string')) return value;
  if (types.includes('integer')) return parseWholeNumber(value) ?? value;
  if (types.includes('number')) return parseDecimalNumber(value) ?? value;
  if (source === 'text' && types.includes('boolean')) return parseBoolean(value) ?? value;
  if (source === 'text' && types.includes('array'))
    return [shapeScalar(schemaNode(node.items), value, source)];
  return value;
}

/** The whole number that a text writes in decimal; null when it is none, or too large to be exact. */
export function parseWholeNumber(text: string): number | null {
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

/** The number that a text writes in decimal, with or without exponent; null when it is none. */
export function parseDecimalNumber(text: string): number | null {
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** The boolean that a text means: `true`, `false`, `1`, `0` in any case; null for other text. */
export function parseBoolean(text: string): boolean | null {
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === '1') return true;
  return lower === 'false' || lower === '0' ? false : null;
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyOf(member)]));
}
