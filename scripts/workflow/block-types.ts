import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { blockFields, type JsonSchema, templateKeyword } from '@runwright/contract';
import { type BlockType, createEngine } from '@runwright/core';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

/** Path from the root of the file that {@link blockTypesText} is written to. */
export const blockTypesPath = 'packages/workflow/src/blocks.generated.ts';

/** Returns the block types of an engine with all packages of blocks. */
export async function everyBlockType(): Promise<readonly BlockType[]> {
  const engine = await createEngine({ blocks: [...agentBlocks(), ...ioBlocks] });
  try {
    return engine.blockTypes;
  } finally {
    await engine.close();
  }
}

const head = `// Written by \`npm run workflow:types\` from the schemas of the block types. Do not edit.

import type { CommonMembers } from './block-use.ts';
import type { Expression, Text, Written } from './value.ts';
`;

/** Returns the source text of the types of members and output of each block type. */
export async function blockTypesText(blockTypes: readonly BlockType[]): Promise<string> {
  const parts = await Promise.all(
    blockTypes
      .toSorted((a, b) => (a.type < b.type ? -1 : 1))
      .flatMap(({ type, node, output }) => {
        const name = pascalCase(type);
        return [
          typeText(`${name}Members`, membersSchema(type, node), ' extends CommonMembers'),
          typeText(`${name}Output`, describedOutput(type, output), ''),
        ];
      }),
  );
  return [head, ...parts].join('\n');
}

/** \`http_request\` becomes \`HttpRequest\`. */
export function pascalCase(type: string): string {
  return type
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

async function typeText(name: string, schema: JSONSchema, heritage: string): Promise<string> {
  const text = await compile(schema, name, {
    additionalProperties: false,
    bannerComment: '',
    style: { printWidth: 110, singleQuote: true },
    ignoreMinAndMaxItems: true,
    unknownAny: true,
  });
  return text.replace(`export interface ${name} {`, `export interface ${name}${heritage} {`);
}

function membersSchema(type: string, node: JsonSchema): JSONSchema {
  const names = Object.entries(asObject(node.properties)).filter(
    ([name]) => name !== 'block_type' && !Object.hasOwn(blockFields, name),
  );
  const properties = Object.fromEntries(
    names.map(([name, property]) => [
      name,
      name === 'parameter_keys'
        ? { tsType: 'readonly (string | Expression<unknown>)[]' }
        : writtenSchema(asObject(property), 'text'),
    ]),
  );
  const named = (Array.isArray(node.required) ? node.required : []).filter((name) =>
    Object.hasOwn(properties, name),
  );
  const required = withoutDefaults(named, node.properties).map(String);
  const description =
    `Members of \`${type}\`. ${typeof node.description === 'string' ? node.description : ''}`.trim();
  return { type: 'object', description, properties, required };
}

function describedOutput(type: string, output: JsonSchema): JSONSchema {
  return { ...plain(output), description: `Output of \`${type}\`.` };
}

/** A schema for what is written in a definition: templates, and values of a run, where the engine renders. */
function writtenSchema(schema: JsonSchema, inherited: string): JSONSchema {
  const own = schema[templateKeyword];
  const rule = typeof own === 'string' ? own : inherited === 'native' ? 'native' : 'text';
  if (rule === 'none') return plain(schema);
  const described = typeof schema.description === 'string' ? { description: schema.description } : {};
  const isChoice = Array.isArray(schema.enum) || 'const' in schema;
  if (schema.type === 'string' && !isChoice) return { ...described, tsType: 'Text' };
  const union = Array.isArray(schema.anyOf) ? schema.anyOf.map(asObject) : null;
  if (union) return { ...described, anyOf: union.map((member) => writtenSchema(member, rule)) };
  if (rule === 'native') return { ...described, tsType: `Written<${nativeType(schema)}>` };
  const inner = plain(schema);
  return {
    ...inner,
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(asObject(schema.properties)).map(([name, property]) => [
              name,
              writtenSchema(asObject(property), rule),
            ]),
          ),
        }),
    ...(schema.items === undefined ? {} : { items: writtenSchema(asObject(schema.items), rule) }),
    ...(typeof inner.additionalProperties === 'object'
      ? { additionalProperties: writtenSchema(asObject(inner.additionalProperties), rule) }
      : {}),
  };
}

/** The type of what keeps its type in templates: only simple ones occur. */
function nativeType(schema: JsonSchema): string {
  if (schema.type === 'array') return `readonly ${nativeType(asObject(schema.items))}[]`;
  if (schema.type === 'object') return '{ readonly [member: string]: unknown }';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'boolean' || schema.type === 'string') return schema.type;
  return 'unknown';
}

/** The schema with records as open objects, without titles, which would become names, and without numbers of items. */
function plain(schema: JsonSchema): JSONSchema {
  const { title: _title, minItems: _least, maxItems: _most, patternProperties, ...rest } = schema;
  if (!typeKeywords.some((keyword) => keyword in schema)) return { ...rest, tsType: 'unknown' };
  const [record] = Object.values(asObject(patternProperties));
  const members = {
    ...rest,
    ...(record === undefined ? {} : { additionalProperties: record }),
    ...(Array.isArray(rest.required) ? { required: withoutDefaults(rest.required, rest.properties) } : {}),
  };
  return Object.fromEntries(
    Object.entries(members).map(([keyword, value]) => [keyword, plainValue(keyword, value)]),
  );
}

const typeKeywords = ['type', 'anyOf', 'enum', 'const', 'properties', 'patternProperties'];

function withoutDefaults(required: readonly unknown[], properties: unknown): readonly unknown[] {
  return required.filter((name) => !('default' in asObject(asObject(properties)[String(name)])));
}

function plainValue(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') {
    return Object.fromEntries(
      Object.entries(asObject(value)).map(([name, property]) => [name, plain(asObject(property))]),
    );
  }
  if (Array.isArray(value) && keyword === 'anyOf') return value.map((member) => plain(asObject(member)));
  if (keyword === 'items' || keyword === 'additionalProperties') {
    return typeof value === 'object' && value !== null ? plain(asObject(value)) : value;
  }
  return value;
}

function asObject(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
