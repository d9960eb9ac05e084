import { describe, expect, it } from 'vitest';
import { answerShape } from './answer-schema.ts';

describe('answerShape', () => {
  it('requires every property and lets it be null', () => {
    const { schema, wrapped } = answerShape(
      {
        type: 'object',
        properties: {
          name: { type: 'string' },
          size: { enum: ['s', 'm'], type: 'string' },
          fixed: { const: 1 },
          either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
          known: { type: ['string', 'null'] },
          anything: {},
        },
        required: ['name'],
      },
      false,
    );
    expect(wrapped).toBe(false);
    expect(schema).toEqual({
      type: 'object',
      properties: {
        name: { type: ['string', 'null'] },
        size: { enum: ['s', 'm', null], type: ['string', 'null'] },
        fixed: { anyOf: [{ const: 1 }, { type: 'null' }] },
        either: { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'null' }] },
        known: { type: ['string', 'null'] },
        anything: {},
      },
      required: ['name', 'size', 'fixed', 'either', 'known', 'anything'],
      additionalProperties: false,
    });
  });

  it('puts local references in their place, and cuts off a schema that contains itself', () => {
    const { schema } = answerShape(
      {
        type: 'object',
        properties: { first: { $ref: '#/$defs/node' } },
        $defs: {
          node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, name: { type: 'string' } } },
        },
      },
      false,
    );
    const text = JSON.stringify(schema);
    expect(text).not.toContain('$ref');
    expect(text.match(/"name":\{/g)?.length).toBeGreaterThan(3);
  });

  it('wraps a root that is no object', () => {
    const { schema, wrapped } = answerShape({ type: 'array', items: { type: 'number' } }, false);
    expect(wrapped).toBe(true);
    expect(schema).toMatchObject({
      properties: { value: { type: ['array', 'null'], items: { type: 'number' } } },
      required: ['value'],
    });
  });

  it('takes link tokens only where an address is meant', () => {
    const { schema } = answerShape(
      {
        type: 'object',
        properties: {
          website: { type: 'string', format: 'uri' },
          imageUrl: { type: 'string' },
          link_text: { type: 'string' },
          site: { type: 'string', description: 'Link to the shop' },
          logo_count: { type: 'string' },
        },
      },
      false,
    );
    const properties = schema.properties as Record<string, { pattern?: string }>;
    const tokens = Object.keys(properties).filter((name) => properties[name]?.pattern);
    expect(tokens).toEqual(['website', 'imageUrl', 'site']);
  });

  it('asks no part of a page for everything', () => {
    const list = { type: 'array', items: { type: 'string' }, minItems: 5 };
    const whole = answerShape({ type: 'object', properties: { list } }, false).schema;
    const part = answerShape({ type: 'object', properties: { list } }, true).schema;
    expect(JSON.stringify(whole)).toContain('minItems');
    expect(JSON.stringify(part)).not.toContain('minItems');
  });
});
