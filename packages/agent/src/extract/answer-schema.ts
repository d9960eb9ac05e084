import type { JsonSchema } from '@runwright/contract';
import { acceptsNull, asObject, isLinkField, resolved, unionOf } from './json-schema.ts';

/** The schema that a model answers with, in place of the caller's. */
export interface AnswerShape {
  readonly schema: JsonSchema;
  /** The caller's schema is no object, so the data stands in the member `value`. */
  readonly wrapped: boolean;
}

/**
 * The caller's schema as a model fills it: every property is required and may be null, so that what is unknown can be
 * said; fields for addresses take link tokens only, so that an address can be neither invented nor shortened. The root
 * is an object.
 *
 * @param part true when the page comes in several parts, of which none has to hold everything
 */
export function answerShape(schema: JsonSchema, part: boolean): AnswerShape {
  const copy = copyNode(schema, '', { root: schema, part, depth: 0 });
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

/** Tokens as they stand in the text of a page. */
export const linkTokenPattern = '^\\{?L\\d+\\}?$';

interface Setting {
  readonly root: JsonSchema;
  readonly part: boolean;
  /** Levels passed; a schema that refers to itself is cut off deep down. */
  readonly depth: number;
}

const deepest = 12;

function copyNode(value: unknown, name: string, setting: Setting): JsonSchema {
  if (setting.depth > deepest) return {};
  const {
    $defs: _defs,
    definitions: _definitions,
    $schema: _schema,
    $id: _id,
    ...node
  } = resolved(value, setting.root);
  const inner = { ...setting, depth: setting.depth + 1 };
  if (isLinkField(node, name)) return linkNode(node);
  const union = unionOf(node);
  if (union) {
    const { anyOf: _any, oneOf: _one, ...rest } = node;
    return { ...rest, anyOf: union.map((member) => copyNode(member, name, inner)) };
  }
  if (asObject(node.properties)) return copyObject(node, inner);
  if (node.items !== undefined || node.type === 'array') return copyArray(node, name, inner);
  return node;
}

function copyObject(node: JsonSchema, setting: Setting): JsonSchema {
  const { minProperties: _least, ...rest } = node;
  const properties = Object.entries(asObject(node.properties) ?? {}).map(
    ([name, property]) => [name, nullable(copyNode(property, name, setting))] as const,
  );
  return {
    ...(setting.part ? rest : node),
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

function copyArray(node: JsonSchema, name: string, setting: Setting): JsonSchema {
  const { minItems: _least, contains: _contains, minContains: _minContains, ...rest } = node;
  return {
    ...(setting.part ? rest : node),
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
