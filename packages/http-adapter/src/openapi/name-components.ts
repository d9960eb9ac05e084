import type { JsonNode, JsonObjectNode } from './json-node.ts';

/** Members whose content is data of users, in which nothing is a schema. */
const dataMembers: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);
/** Members whose own members have names that users chose. */
const namedMembers: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);
const componentName = /^[A-Z][A-Za-z0-9]*$/;

/** Member of a schema that stands for a component: that of items that contain such items. */
const componentMember = 'x-component';

/** Schemas of the OpenAPI document by their names. */
export type Components = Record<string, JsonNode>;

/**
 * Replaces each schema whose `title` is a name such as `RunRecord` by a reference to `#/components/schemas/…`, innermost
 * first, and returns the result. A name that another schema has already is given a number: `Echo2`.
 *
 * @param node part of the document; it is not changed
 * @param components receives the schemas
 */
export function nameComponents(node: JsonNode, components: Components): JsonNode {
  if (Array.isArray(node)) return node.map((item) => nameComponents(item, components));
  if (typeof node !== 'object' || node === null) return node;
  const { [componentMember]: component } = node as JsonObjectNode;
  if (typeof component === 'string') return { $ref: `#/components/schemas/${component}` };
  const named: Record<string, JsonNode> = {};
  for (const [key, value] of Object.entries(node as JsonObjectNode)) {
    if (dataMembers.has(key)) named[key] = value;
    else if (namedMembers.has(key)) named[key] = nameEach(value, components);
    else named[key] = nameComponents(value, components);
  }
  const { title } = named;
  if (typeof title !== 'string' || !componentName.test(title)) return named;
  return { $ref: `#/components/schemas/${store(title, named, components)}` };
}

function nameEach(node: JsonNode, components: Components): JsonNode {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node;
  return Object.fromEntries(
    Object.entries(node as JsonObjectNode).map(([key, value]) => [key, nameComponents(value, components)]),
  );
}

function store(title: string, schema: JsonNode, components: Components): string {
  const text = JSON.stringify(schema);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? title : `${title}${count}`;
    const known = components[name];
    if (known === undefined) components[name] = schema;
    if (known === undefined || JSON.stringify(known) === text) return name;
  }
}
