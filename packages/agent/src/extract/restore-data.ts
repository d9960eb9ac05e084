import type { Json, JsonSchema } from '@runwright/contract';
import { itemCount } from '../item-count.ts';
import { acceptsNull, asObject, isLinkField, resolveRef, unionMembers } from './json-schema.ts';

/** Data in the caller's schema, with its remaining problems. */
export interface RestoredData {
  readonly data: Json;
  /** One sentence per problem, each with the path of the value. */
  readonly problems: readonly string[];
  /** Whether the answer had link tokens, which are URLs in the data. */
  readonly hasLinks: boolean;
}

/**
 * Converts a model's answer to the caller's schema: link tokens become URLs, null values of optional properties are removed.
 * A required property that is null, an unknown link token, or too few items are problems; unknown values are never
 * replaced by zero, false or empty text.
 */
export function restoreData(
  schema: JsonSchema,
  answer: Json,
  links: Readonly<Record<string, string>>,
): RestoredData {
  const problems: string[] = [];
  const used = new Set<string>();
  const data = restoreValue(schema, answer, { root: schema, links, used, problems, name: '', path: '' });
  return { data, problems, hasLinks: used.size > 0 };
}

interface ValueContext {
  readonly root: JsonSchema;
  readonly links: Readonly<Record<string, string>>;
  readonly used: Set<string>;
  readonly problems: string[];
  readonly name: string;
  readonly path: string;
}

function restoreValue(schema: unknown, value: Json, place: ValueContext): Json {
  const node = matchUnionMember(resolveRef(schema, place.root), value, place.root);
  if (value === null) {
    if (!acceptsNull(node, place.root)) addProblem(place, 'is required, but the page does not show it');
    return null;
  }
  if (typeof value === 'string') return isLinkField(node, place.name) ? restoreLink(value, place) : value;
  if (Array.isArray(value)) return restoreItems(node, value, place);
  const object = asJsonObject(value);
  return object ? restoreMembers(node, object, place) : value;
}

function restoreLink(value: string, place: ValueContext): Json {
  const token = /^\{?(L\d+)\}?$/.exec(value)?.[1];
  const target = token === undefined ? undefined : place.links[token];
  if (target === undefined) {
    addProblem(place, `is \`${value}\`, which is no link token of the page`);
    return null;
  }
  place.used.add(target);
  return target;
}

function restoreItems(node: JsonSchema, value: readonly Json[], place: ValueContext): Json {
  if (typeof node.minItems === 'number' && value.length < node.minItems) {
    addProblem(place, `has ${itemCount(value.length)}, but at least ${node.minItems} are wanted`);
  }
  return value.map((item, index) =>
    restoreValue(node.items, item, { ...place, path: `${place.path}[${index}]` }),
  );
}

function restoreMembers(
  node: JsonSchema,
  value: { readonly [key: string]: Json },
  place: ValueContext,
): Json {
  const properties = asObject(node.properties) ?? {};
  const required = Array.isArray(node.required) ? node.required : [];
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (member === null && !required.includes(name)) return [];
      const path = place.path === '' ? name : `${place.path}.${name}`;
      return [[name, restoreValue(properties[name], member, { ...place, name, path })]];
    }),
  );
}

/** Returns the union member that matches a value; the node itself when it is no union. */
function matchUnionMember(node: JsonSchema, value: Json, root: JsonSchema): JsonSchema {
  const union = unionMembers(node)?.map((member) => resolveRef(member, root));
  if (!union || (value === null && acceptsNull(node, root))) return node;
  const fitting = union.filter((member) => matchesType(member, value));
  const object = asObject(value);
  const exact = fitting.find((member) => {
    const names = Object.keys(asObject(member.properties) ?? {});
    return object && names.length === Object.keys(object).length && names.every((name) => name in object);
  });
  const member = exact ?? fitting[0];
  return member ? matchUnionMember(member, value, root) : node;
}

function matchesType(node: JsonSchema, value: Json): boolean {
  const wanted = typeof node.type === 'string' ? [node.type] : node.type;
  if (!Array.isArray(wanted)) return node.properties === undefined || asObject(value) !== null;
  return wanted.some((type) => {
    if (type === 'null') return value === null;
    if (type === 'array') return Array.isArray(value);
    if (type === 'object') return asObject(value) !== null;
    return typeof value === (type === 'integer' ? 'number' : type);
  });
}

function addProblem(place: ValueContext, what: string): void {
  place.problems.push(`\`${place.path === '' ? 'the data' : place.path}\` ${what}.`);
}

function asJsonObject(value: Json): { readonly [key: string]: Json } | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json })
    : null;
}
