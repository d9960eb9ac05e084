import { Type } from '@runwright/contract';
import { expect, it } from 'vitest';
import { toStrictSchema } from './strict-schema.ts';

it('limits move into the description, references are inlined, constants become choices', () => {
  const lowered = toStrictSchema({
    type: 'object',
    required: ['n', 'kind'],
    properties: {
      n: { type: 'integer', minimum: 1, description: 'How many.' },
      kind: { const: 'order' },
      tone: { enum: ['a', 'b'] },
      item: { $ref: '#/$defs/item' },
      text: { type: ['string', 'null'] },
    },
    $defs: { item: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  });
  const item = {
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id'],
    additionalProperties: false,
  };
  expect(lowered).toEqual({
    type: 'object',
    properties: {
      n: { type: 'integer', description: 'How many. (minimum: 1)' },
      kind: { type: 'string', enum: ['order'] },
      tone: { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
      item: { anyOf: [item, { type: 'null' }] },
      text: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
    required: ['n', 'kind', 'tone', 'item', 'text'],
    additionalProperties: false,
  });
});

it.each([
  ['an open map', Type.Object({ a: Type.Record(Type.String(), Type.String()) })],
  ['a value of any type', Type.Object({ a: Type.Unknown() })],
  ['an object without members', { type: 'object' }],
  [
    'a schema that contains itself',
    {
      type: 'object',
      properties: { next: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    },
  ],
])('%s cannot be said strictly', (_what, schema) => {
  expect(toStrictSchema(schema)).toBeNull();
});
