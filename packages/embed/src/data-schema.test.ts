import { Type } from '@runwright/contract';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { checkData, type DataOf, toJsonSchema } from './data-schema.ts';

const own: StandardSchemaV1<number, number> = {
  '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value: Number(value) }) },
};

it('the type of data is that of its schema', () => {
  const plain = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } as const;
  const box = Type.Object({ a: Type.Optional(Type.Integer()) });
  const zod = z.object({ a: z.string().optional() });
  expectTypeOf<DataOf<typeof plain>>().toEqualTypeOf<{ a: string }>();
  expectTypeOf<DataOf<typeof box>>().toEqualTypeOf<{ a?: number }>();
  expectTypeOf<DataOf<typeof zod>>().toEqualTypeOf<{ a?: string | undefined }>();
  expectTypeOf<DataOf<typeof own>>().toEqualTypeOf<number>();
});

it('a schema of zod becomes the JSON Schema of its input', () => {
  const schema = z.object({ price: z.number().transform(String) });
  expect(toJsonSchema(schema)).toMatchObject({
    type: 'object',
    properties: { price: { type: 'number' } },
    required: ['price'],
  });
});

it('a library that does not convert its schemas needs the JSON Schema beside', () => {
  expect(() => toJsonSchema(own)).toThrow('pass the option `jsonSchema`');
  expect(toJsonSchema(own, { type: 'number' })).toEqual({ type: 'number' });
});

it('data that does not fit names the place', async () => {
  const schema = Type.Object({ lamps: Type.Array(Type.Object({ price: Type.Number() })) });
  await expect(checkData(schema, { lamps: [{ price: 'cheap' }] })).rejects.toThrow('`lamps.0.price`');
  const zod = z.object({ lamps: z.array(z.number()) });
  await expect(checkData(zod, { lamps: ['x'] })).rejects.toThrow('`lamps.0`');
});
