import type { JsonSchema } from '@runwright/contract';
import { asRecord, resolveNode, type SchemaNode, schemaNode, typesOf, unionOf } from './schema-node.ts';
import { isStackOverflow, WorkLimitError, withWorkBudget } from './work-budget.ts';

/**
 * The schema in the strict form that providers take for structured output: references inlined, every member required
 * (an optional one may be null instead), no other members, limits told in the description. Null when it cannot be said
 * in that form: an open object, a value of any type, a schema that contains itself, or one of more than 20,000 nodes.
 *
 * The form is the common part of what OpenAI documents as "supported schemas" of structured outputs
 * (platform.openai.com/docs/guides/structured-outputs).
 */
export function toStrictSchema(schema: unknown): JsonSchema | null {
  try {
    return withWorkBudget(mostNodes, () => lower(schema, { root: schemaNode(schema), above: [] }));
  } catch (error) {
    if (error instanceof WorkLimitError || isStackOverflow(error)) return null;
    throw error;
  }
}

/** Nodes of the strict form; references are inlined, and providers take some thousand members. */
const mostNodes = 20_000;

interface ConversionContext {
  readonly root: SchemaNode;
  /** Targets of references around this place: one that comes again is a schema that contains itself. */
  readonly above: readonly SchemaNode[];
}

function lower(schema: unknown, context: ConversionContext): SchemaNode | null {
  const node = resolveNode(schema, context.root);
  if (context.above.includes(node)) return null;
  const inner = { ...context, above: [...context.above, node] };
  const members = unionOf(node) ?? typeMembers(node);
  if (members) return lowerUnion(node, members, inner);
  if (Array.isArray(node.enum) || 'const' in node) {
    return describe(node, choicesOf(Array.isArray(node.enum) ? node.enum : [node.const]));
  }
  if (node.type === 'object' || asRecord(node.properties)) return lowerObject(node, inner);
  if (node.type === 'array') {
    const items = lower(node.items, inner);
    return items && describe(node, { type: 'array', items });
  }
  return typesOf(node).length === 1 ? describe(node, { type: node.type }) : null;
}

/** `type: ['string', 'null']` as a union. */
function typeMembers(node: SchemaNode): readonly SchemaNode[] | null {
  if (!Array.isArray(node.type)) return null;
  return node.type.map((type) => ({ ...node, type }));
}

function lowerUnion(
  node: SchemaNode,
  members: readonly unknown[],
  context: ConversionContext,
): SchemaNode | null {
  const lowered = members.map((member) => lower(member, context));
  if (lowered.includes(null)) return null;
  const { type: _types, ...rest } = node;
  return describe(Array.isArray(node.type) ? { description: rest.description } : rest, { anyOf: lowered });
}

function lowerObject(node: SchemaNode, context: ConversionContext): SchemaNode | null {
  const properties = Object.entries(schemaNode(node.properties));
  const isOpen = node.patternProperties !== undefined || asRecord(node.additionalProperties) !== null;
  if (properties.length === 0 || isOpen) return null;
  const required = Array.isArray(node.required) ? node.required : [];
  const lowered = properties.map(([name, property]) => {
    const value = lower(property, context);
    return [name, value && (required.includes(name) ? value : orNull(value))] as const;
  });
  if (lowered.some(([, value]) => value === null)) return null;
  return describe(node, {
    type: 'object',
    properties: Object.fromEntries(lowered),
    required: lowered.map(([name]) => name),
    additionalProperties: false,
  });
}

/** Providers want to know the type of choices, which our schemas leave to the choices themselves. */
function choicesOf(choices: readonly unknown[]): SchemaNode {
  return choices.every((choice) => typeof choice === 'string')
    ? { type: 'string', enum: choices }
    : { enum: choices };
}

function orNull(node: SchemaNode): SchemaNode {
  if (!Array.isArray(node.anyOf)) return { anyOf: [node, { type: 'null' }] };
  const hasNull = node.anyOf.some((member) => schemaNode(member).type === 'null');
  return hasNull ? node : { ...node, anyOf: [...node.anyOf, { type: 'null' }] };
}

const limits = [
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

/** The node's description, and in it the limits that the strict form cannot say. */
function describe(node: SchemaNode, strict: SchemaNode): SchemaNode {
  const told = limits.filter((name) => name in node).map((name) => `${name}: ${JSON.stringify(node[name])}`);
  const texts = [
    typeof node.description === 'string' ? node.description : '',
    told.length > 0 ? `(${told.join(', ')})` : '',
  ].filter((text) => text !== '');
  return texts.length === 0 ? strict : { ...strict, description: texts.join(' ') };
}
