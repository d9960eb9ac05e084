import { type LinearPattern, linearPattern } from './linear-pattern.ts';
import { spendSteps } from './work-budget.ts';

/** One node of a JSON Schema document, as data. */
export type SchemaNode = { readonly [keyword: string]: unknown };

/** The value as a plain object; null for everything else. */
export function asRecord(value: unknown): { readonly [key: string]: unknown } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return value as { readonly [key: string]: unknown };
}

/** A node as keywords; a boolean schema, or nothing, has none. */
export function schemaNode(value: unknown): SchemaNode {
  return asRecord(value) ?? {};
}

/** The node itself, or what its local `$ref` points at (`#/$defs/…`), at most 20 hops away. */
export function resolveNode(value: unknown, root: SchemaNode): SchemaNode {
  let node = schemaNode(value);
  spendSteps();
  for (let hop = 0; hop < 20 && typeof node.$ref === 'string' && node.$ref.startsWith('#'); hop += 1) {
    node = schemaNode(pointed(node.$ref, root));
  }
  return node;
}

/** The members of a union; null when the node is none. */
export function unionOf(node: SchemaNode): readonly unknown[] | null {
  if (Array.isArray(node.anyOf)) return node.anyOf;
  return Array.isArray(node.oneOf) ? node.oneOf : null;
}

/** Members of a union that are not just `null`. */
export function valueMembers(members: readonly unknown[], root: SchemaNode): SchemaNode[] {
  return members.map((member) => resolveNode(member, root)).filter((member) => !isNullOnly(member));
}

/** Returns whether null is a valid value of the node. */
export function acceptsNull(value: unknown, root: SchemaNode): boolean {
  if (value === true) return true;
  const node = resolveNode(value, root);
  const members = unionOf(node);
  if (members) return members.some((member) => acceptsNull(member, root));
  if (Array.isArray(node.enum)) return node.enum.includes(null);
  if ('const' in node) return node.const === null;
  return node.type === undefined ? node.properties === undefined : typesOf(node).includes('null');
}

/** The default of a node, or of the one value member of a nullable node. */
export function defaultOf(value: unknown, root: SchemaNode): unknown {
  const node = resolveNode(value, root);
  if (node.default !== undefined) return node.default;
  const members = valueMembers(unionOf(node) ?? [], root);
  return members.length === 1 ? defaultOf(members[0], root) : undefined;
}

/**
 * The member of a union that a value is meant to be: the one with its tag, the only one, or the only one whose JSON
 * type and pattern fit. Null when that is not certain.
 */
export function memberFor(members: readonly unknown[], value: unknown, root: SchemaNode): SchemaNode | null {
  const choices = valueMembers(members, root);
  const tag = tagOf(choices);
  if (tag !== null) {
    const found = asRecord(value)?.[tag];
    return choices.find((choice) => schemaNode(schemaNode(choice.properties)[tag]).const === found) ?? null;
  }
  if (choices.length === 1) return choices[0] ?? null;
  const fitting = choices.filter((choice) => fitsType(choice, value, root));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** The member by which a union of objects is told apart, such as `parameter_type`: a constant in each of them. */
export function tagOf(choices: readonly SchemaNode[]): string | null {
  if (choices.length < 2) return null;
  const [first, ...others] = choices.map((choice) => schemaNode(choice.properties));
  if (!first) return null;
  const isConstant = (properties: SchemaNode, name: string) => 'const' in schemaNode(properties[name]);
  return (
    Object.keys(first).find(
      (name) => isConstant(first, name) && others.every((other) => isConstant(other, name)),
    ) ?? null
  );
}

/** The JSON types that a node names; none when it leaves the type open. */
export function typesOf(node: SchemaNode): readonly string[] {
  if (typeof node.type === 'string') return [node.type];
  return Array.isArray(node.type) ? node.type.filter((type) => typeof type === 'string') : [];
}

function pointed(reference: string, root: SchemaNode): unknown {
  let found: unknown = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    found = schemaNode(found)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return found;
}

function isNullOnly(node: SchemaNode): boolean {
  return node.type === 'null' || ('const' in node && node.const === null);
}

function fitsType(node: SchemaNode, value: unknown, root: SchemaNode): boolean {
  const members = unionOf(node);
  if (members) return members.some((member) => fitsType(resolveNode(member, root), value, root));
  if (Array.isArray(node.enum)) return node.enum.some((choice) => typeof choice === typeof value);
  if ('const' in node) return typeof node.const === typeof value;
  if (
    typeof value === 'string' &&
    typeof node.pattern === 'string' &&
    !patternOf(node, node.pattern).test(value)
  )
    return false;
  const types = typesOf(node);
  return types.length === 0 || types.some((type) => isOfType(type, value));
}

const patterns = new WeakMap<SchemaNode, LinearPattern>();

function patternOf(node: SchemaNode, source: string): LinearPattern {
  const known = patterns.get(node) ?? linearPattern(source);
  patterns.set(node, known);
  return known;
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'null') return value === null;
  return typeof value === (type === 'integer' ? 'number' : type);
}
