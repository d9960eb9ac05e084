import type { JsonSchema } from '@runwright/contract';
import { acceptsNull, asObject, isLinkField, resolveRef, unionMembers } from './json-schema.ts';

/** Schema of a model's answer, derived from the caller's schema. */
export interface AnswerSchema {
  readonly schema: JsonSchema;
  /** True when the caller's schema is no object and the data is in the member `value`. */
  readonly wrapped: boolean;
}

/**
 * Derives the schema of a model's answer: every property is required and nullable, so that unknown values can be stated;
 * URL fields accept link tokens only, so that a URL can be neither invented nor shortened. The root is an object.
 *
 * @param isPart true when the page is sent in several parts, so that minimum counts do not apply to each
 */
export function answerSchema(schema: JsonSchema, isPart: boolean): AnswerSchema {
  const copy = copyNode(schema, '', { root: schema, isPart, depth: 0 });
  if (copy.type === 'object' && copy.properties !== undefined) return { schema: copy, wrapped: false };
  return {
    schema: {
      type: 'object',
      properties: { value: nullable(copy) },
      required: ['value'],
      additionalProperties: false,
    },
    wrapped: true,
  };
}

/** Pattern of the link tokens in a page view. */
export const linkTokenPattern = '^\\{?L\\d+\\}?$';

interface CopyContext {
  readonly root: JsonSchema;
  readonly isPart: boolean;
  /** Nesting depth; a recursive schema is truncated at `maxDepth`. */
  readonly depth: number;
}

const maxDepth = 12;

function copyNode(value: unknown, name: string, setting: CopyContext): JsonSchema {
  if (setting.depth > maxDepth) return {};
  const {
    $defs: _defs,
    definitions: _definitions,
    $schema: _schema,
    $id: _id,
    ...node
  } = resolveRef(value, setting.root);
  const inner = { ...setting, depth: setting.depth + 1 };
  if (isLinkField(node, name)) return linkNode(node);
  const union = unionMembers(node);
  if (union) {
    const { anyOf: _any, oneOf: _one, ...rest } = node;
    return { ...rest, anyOf: union.map((member) => copyNode(member, name, inner)) };
  }
  if (asObject(node.properties)) return copyObject(node, inner);
  if (node.items !== undefined || node.type === 'array') return copyArray(node, name, inner);
  return node;
}

function copyObject(node: JsonSchema, setting: CopyContext): JsonSchema {
  const { minProperties: _least, ...rest } = node;
  const properties = Object.entries(asObject(node.properties) ?? {}).map(
    ([name, property]) => [name, nullable(copyNode(property, name, setting))] as const,
  );
  return {
    ...(setting.isPart ? rest : node),
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

function copyArray(node: JsonSchema, name: string, setting: CopyContext): JsonSchema {
  const { minItems: _least, contains: _contains, minContains: _minContains, ...rest } = node;
  return {
    ...(setting.isPart ? rest : node),
    ...(node.items === undefined ? {} : { items: copyNode(node.items, name, setting) }),
  };
}

function linkNode(node: JsonSchema): JsonSchema {
  const words = typeof node.description === 'string' ? `${node.description} ` : '';
  return {
    type: ['string', 'null'],
    description: `${words}(a link token of the page such as {L3}, or null)`,
    pattern: linkTokenPattern,
  };
}

function nullable(node: JsonSchema): JsonSchema {
  if (acceptsNull(node, node)) return node;
  if ('const' in node) return { anyOf: [node, { type: 'null' }] };
  const choices = Array.isArray(node.enum) ? { enum: [...node.enum, null] } : {};
  if (typeof node.type === 'string') return { ...node, ...choices, type: [node.type, 'null'] };
  if (Array.isArray(node.type)) return { ...node, ...choices, type: [...node.type, 'null'] };
  if (Array.isArray(node.enum)) return { ...node, ...choices };
  return { anyOf: [node, { type: 'null' }] };
}
