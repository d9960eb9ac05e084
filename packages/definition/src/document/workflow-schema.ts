import {
  type JsonSchema,
  Parameter,
  parameterKeyword,
  templateKeyword,
  WorkflowDefinition,
  WorkflowDraft,
} from '@runwright/contract';
import type { BlockTypes } from '../blocks/block-types.ts';
import { type SchemaNode, schemaNode, unionOf } from '../schema/schema-node.ts';

/**
 * Returns the JSON Schema (draft 7) of a workflow file, for editors: what `validateDraft` accepts without a doubt about a member. The
 * engine's own checks stay the ones that decide.
 */
export function workflowSchema(blockTypes: BlockTypes): JsonSchema {
  const { types } = blockTypes;
  const blocks = types.map((type) => [blockName(type), blockSchema(type, blockTypes)] as const);
  const parameters = unionOf(schemaNode(Parameter)) ?? [];
  const definition = closed({
    ...editorSchema(WorkflowDefinition),
    properties: {
      ...schemaNode(editorSchema(WorkflowDefinition).properties),
      parameters: { type: 'array', items: reference('parameter') },
      blocks: { type: 'array', items: reference('block') },
    },
  });
  const draft = editorSchema(WorkflowDraft);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Runwright workflow',
    ...closed({
      ...draft,
      properties: { ...schemaNode(draft.properties), workflow_definition: definition },
    }),
    definitions: {
      block: selected('block_type', {
        required: ['block_type', 'label'],
        cases: types.map((type) => [type, reference(blockName(type))]),
      }),
      parameter: selected('parameter_type', {
        required: ['parameter_type', 'key'],
        cases: parameters.map((member) => [
          String(schemaNode(schemaNode(schemaNode(member).properties).parameter_type).const),
          closed(editorSchema(member)),
        ]),
      }),
      ...Object.fromEntries(blocks),
    },
  };
}

function blockName(type: string): string {
  return `block_${type}`;
}

function reference(name: string): JsonSchema {
  return { $ref: `#/definitions/${name}` };
}

function blockSchema(type: string, blockTypes: BlockTypes): JsonSchema {
  const block = blockTypes.get(type);
  const schema = editorSchema(block?.written, `#/definitions/${blockName(type)}`);
  const properties = schemaNode(schema.properties);
  const { loop_blocks: body } = properties;
  const nested =
    body === undefined ? {} : { loop_blocks: { ...schemaNode(body), items: reference('block') } };
  return closed({ ...schema, properties: { ...properties, ...nested } });
}

interface Cases {
  readonly required: readonly string[];
  readonly cases: readonly (readonly [value: string, schema: JsonSchema])[];
}

/** An object whose other members depend on one: an editor then tells of the one case, not of all that do not fit. */
function selected(member: string, { required, cases }: Cases): JsonSchema {
  return {
    type: 'object',
    required,
    properties: { [member]: { enum: cases.map(([value]) => value) } },
    allOf: cases.map(([value, schema]) => ({
      if: { required: [member], properties: { [member]: { const: value } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: schema,
    })),
  };
}

function closed(schema: JsonSchema): JsonSchema {
  return { ...schema, additionalProperties: false };
}

/** The schema as plain data, without our keywords; members with a default are not required, and references start at `root`. */
function editorSchema(schema: unknown, root = '#'): SchemaNode {
  return schemaNode(withoutOwn(schema, root));
}

function withoutOwn(value: unknown, root: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutOwn(one, root));
  if (typeof value !== 'object' || value === null) return value;
  const node = schemaNode(value);
  return mapped(node, (name, member) => {
    if (name === templateKeyword || name === parameterKeyword) return undefined;
    if (name === '$ref' && typeof member === 'string') return member.replace(/^#/, root);
    if (name === 'default' || name === 'enum' || name === 'const') return member;
    if (schemaMaps.has(name)) return mapped(schemaNode(member), (_name, one) => withoutOwn(one, root));
    if (name !== 'required' || !Array.isArray(member)) return withoutOwn(member, root);
    const properties = schemaNode(node.properties);
    return member.filter((one) => !('default' in schemaNode(properties[String(one)])));
  });
}

/** Keywords whose members are named by users. */
const schemaMaps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);

function mapped(node: SchemaNode, change: (name: string, member: unknown) => unknown): SchemaNode {
  const members = Object.entries(node).map(([name, member]) => [name, change(name, member)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
