import type { Json, JsonSchema } from '@runwright/contract';
import { acceptsNull, asObject, isLinkField, resolved, unionOf } from './json-schema.ts';

/** Data in the caller's shape, and what is still wrong with it. */
export interface RestoredData {
  readonly data: Json;
  /** Sentences, each with its place. */
  readonly problems: readonly string[];
}

/**
 * Brings an answer back to the caller's schema: link tokens become addresses, nulls of properties that are not required
 * go away. A required property that is unknown, a token that the page does not have, or too few items are problems: an
 * unknown value is never made up as zero, false or empty text.
 */
export function restoreData(
  schema: JsonSchema,
  answer: Json,
  links: Readonly<Record<string, string>>,
): RestoredData {
  const problems: string[] = [];
  const data = restore(schema, answer, { root: schema, links, problems, name: '', path: '' });
  return { data, problems };
}

interface Place {
  readonly root: JsonSchema;
  readonly links: Readonly<Record<string, string>>;
  readonly problems: string[];
  readonly name: string;
  readonly path: string;
}

function restore(schema: unknown, value: Json, place: Place): Json {
  const node = memberFor(resolved(schema, place.root), value, place.root);
  if (value === null) {
    if (!acceptsNull(node, place.root)) tell(place, 'is required, but the page does not show it');
    return null;
  }
  if (typeof value === 'string') return isLinkField(node, place.name) ? address(value, place) : value;
  if (Array.isArray(value)) return items(node, value, place);
  const object = asJsonObject(value);
  return object ? members(node, object, place) : value;
}

function address(value: string, place: Place): Json {
  const token = /^\{?(L\d+)\}?$/.exec(value)?.[1];
  const target = token === undefined ? undefined : place.links[token];
  if (target === undefined) {
    tell(place, `is \`${value}\`, which is no link token of the page`);
    return null;
  }
  return target;
}

function items(node: JsonSchema, value: readonly Json[], place: Place): Json {
  if (typeof node.minItems === 'number' && value.length < node.minItems) {
    tell(place, `has ${value.length} items, but at least ${node.minItems} are wanted`);
  }
  return value.map((item, index) => restore(node.items, item, { ...place, path: `${place.path}[${index}]` }));
}

function members(node: JsonSchema, value: { readonly [key: string]: Json }, place: Place): Json {
  const properties = asObject(node.properties) ?? {};
  const required = Array.isArray(node.required) ? node.required : [];
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (member === null && !required.includes(name)) return [];
      const path = place.path === '' ? name : `${place.path}.${name}`;
      return [[name, restore(properties[name], member, { ...place, name, path })]];
    }),
  );
}

/** The member of a union that a value is meant to be; the node itself when it is none. */
function memberFor(node: JsonSchema, value: Json, root: JsonSchema): JsonSchema {
  const union = unionOf(node)?.map((member) => resolved(member, root));
  if (!union || (value === null && acceptsNull(node, root))) return node;
  const fitting = union.filter((member) => fits(member, value));
  const object = asObject(value);
  const exact = fitting.find((member) => {
    const names = Object.keys(asObject(member.properties) ?? {});
    return object && names.length === Object.keys(object).length && names.every((name) => name in object);
  });
  const member = exact ?? fitting[0];
  return member ? memberFor(member, value, root) : node;
}

function fits(node: JsonSchema, value: Json): boolean {
  const wanted = typeof node.type === 'string' ? [node.type] : node.type;
  if (!Array.isArray(wanted)) return node.properties === undefined || asObject(value) !== null;
  return wanted.some((type) => {
    if (type === 'null') return value === null;
    if (type === 'array') return Array.isArray(value);
    if (type === 'object') return asObject(value) !== null;
    return typeof value === (type === 'integer' ? 'number' : type);
  });
}

function tell(place: Place, what: string): void {
  place.problems.push(`\`${place.path === '' ? 'the data' : place.path}\` ${what}.`);
}

function asJsonObject(value: Json): { readonly [key: string]: Json } | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json })
    : null;
}
