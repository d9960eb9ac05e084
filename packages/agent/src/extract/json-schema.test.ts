import { describe, expect, it } from 'vitest';
import { isJsonSchema } from './json-schema.ts';

describe('isJsonSchema', () => {
  it.each([
    [{ type: 'object', properties: { a: { type: 'string' } } }],
    [{ type: ['string', 'null'] }],
    [{ $ref: '#/$defs/a', $defs: { a: {} } }],
    [{ anyOf: [{ type: 'string' }, true] }],
  ])('%j is one', (value) => {
    expect(isJsonSchema(value)).toBe(true);
  });

  it.each([
    [{ name: 'text', price: 1 }],
    [{ type: 'Lamp', name: 'x' }],
    [{ type: 'object', properties: { a: 'string' } }],
    [['a']],
    ['name and price'],
    [null],
  ])('%j is none, only an example', (value) => {
    expect(isJsonSchema(value)).toBe(false);
  });
});
