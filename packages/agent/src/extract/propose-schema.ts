import { type JsonSchema, Type } from '@runwright/contract';

const closed = { additionalProperties: false } as const;

/** Model's proposal of a schema, simple enough for every structured-output mode. */
export const SchemaProposal = Type.Object(
  {
    many: Type.Boolean({ description: 'Whether the data is a list of things of one kind.' }),
    list_name: Type.String({
      description: 'Name of the list in snake_case, such as orders; any name when many is false.',
    }),
    fields: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'In snake_case.' }),
          kind: Type.Enum(['text', 'number', 'boolean', 'link', 'text_list'], { type: 'string' }),
          description: Type.String(),
        },
        closed,
      ),
      { minItems: 1, maxItems: 40 },
    ),
  },
  closed,
);

/** Converts a proposal to a JSON Schema. Every field is nullable, because the caller requires none. */
export function schemaFromProposal(proposal: Type.Static<typeof SchemaProposal>): JsonSchema {
  const properties = Object.fromEntries(
    proposal.fields.map(({ name, kind, description }) => [name, { ...kinds[kind], description }]),
  );
  const itemSchema = { type: 'object', properties, required: Object.keys(properties) };
  if (!proposal.many) return itemSchema;
  const name = proposal.list_name || 'items';
  return { type: 'object', properties: { [name]: { type: 'array', items: itemSchema } }, required: [name] };
}

const kinds = {
  text: { type: ['string', 'null'] },
  number: { type: ['number', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  link: { type: ['string', 'null'], format: 'uri' },
  text_list: { type: ['array', 'null'], items: { type: 'string' } },
} as const;
