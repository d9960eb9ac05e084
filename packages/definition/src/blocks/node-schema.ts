import { blockFields, type JsonSchema, Type } from '@runwright/contract';
import { resolveNode, type SchemaNode, schemaNode, typesOf, unionOf } from '../schema/schema-node.ts';
import { ruleOf } from '../template/map-templates.ts';

/**
 * Schemas of a whole node, made from a type's own config. `shown` is what documents and forms tell: the common members,
 * `block_type` and the type's own, without what the engine fills in. `written` is what a saved node is checked against:
 * the same, but a template may stand wherever rendering happens, because its value is not known yet.
 */
export function nodeSchemas(
  type: string,
  config: SchemaNode,
): { readonly shown: JsonSchema; readonly written: JsonSchema } {
  const own = Object.entries(schemaNode(config.properties)).filter(
    ([, property]) => ruleOf(resolveNode(property, config), config) !== 'parameters',
  );
  const writtenOf = (): JsonSchema => {
    const loose = own.map(([name, property]) => [name, withTemplates(property, false, config)] as const);
    return nodeOf(type, loose, config);
  };
  return { shown: nodeOf(type, own, config), written: once(config, type, writtenOf) };
}

/** By config, then by type: what is compiled is kept by schema object, and compiling is most of what an engine costs. */
const made = new WeakMap<SchemaNode, Map<string, JsonSchema>>();

function once(config: SchemaNode, type: string, make: () => JsonSchema): JsonSchema {
  const ofConfig = made.get(config) ?? new Map<string, JsonSchema>();
  made.set(config, ofConfig);
  const written = ofConfig.get(type) ?? make();
  ofConfig.set(type, written);
  return written;
}

function nodeOf(
  type: string,
  properties: readonly (readonly [string, unknown])[],
  config: SchemaNode,
): JsonSchema {
  const common = Type.Object({ block_type: Type.Literal(type), ...blockFields });
  const names = new Set(properties.map(([name]) => name));
  const required = (Array.isArray(config.required) ? config.required : []).filter((name) => names.has(name));
  return {
    type: 'object',
    ...(typeof config.description === 'string' ? { description: config.description } : {}),
    required: [...new Set([...common.required, ...required])],
    properties: { ...common.properties, ...Object.fromEntries(properties) },
    ...(config.$defs === undefined ? {} : { $defs: config.$defs }),
  };
}

const templateText = { type: 'string', pattern: '\\{[{%#]' };

/** The schema with a template allowed in place of each limited text, and of each value where types are kept. */
function withTemplates(schema: unknown, native: boolean, root: SchemaNode): unknown {
  const node = schemaNode(schema);
  const rule = ruleOf(node, root);
  if (rule === 'none' || rule === 'lenient') return schema;
  const keepsType = rule === 'native' || (native && rule !== 'text' && rule !== 'prompt');
  const members = unionOf(node);
  if (members) {
    const { anyOf: _any, oneOf: _one, ...rest } = node;
    return { ...rest, anyOf: members.map((member) => withTemplates(member, keepsType, root)) };
  }
  const inner = withInnerTemplates(node, keepsType, root);
  const isText = typesOf(node).includes('string');
  const isChoice = Array.isArray(node.enum) || 'const' in node;
  const takesTemplate = !isChoice && (isText ? isLimited(node) : keepsType && typesOf(node).length > 0);
  if (!takesTemplate) return inner;
  return { ...(node.default === undefined ? {} : { default: node.default }), anyOf: [inner, templateText] };
}

function withInnerTemplates(node: SchemaNode, native: boolean, root: SchemaNode): SchemaNode {
  const each = (members: unknown) =>
    Object.fromEntries(
      Object.entries(schemaNode(members)).map(([name, member]) => [
        name,
        withTemplates(member, native, root),
      ]),
    );
  return {
    ...node,
    ...(node.properties === undefined ? {} : { properties: each(node.properties) }),
    ...(node.patternProperties === undefined ? {} : { patternProperties: each(node.patternProperties) }),
    ...(node.items === undefined ? {} : { items: withTemplates(node.items, native, root) }),
  };
}

function isLimited(node: SchemaNode): boolean {
  return ['pattern', 'format', 'minLength', 'maxLength'].some((keyword) => keyword in node);
}
