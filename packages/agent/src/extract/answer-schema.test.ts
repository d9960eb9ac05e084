import { describe, expect, it } from 'vitest';
import { answerSchema } from './answer-schema.ts';

describe('answerSchema', () => {
  it('makes every property required and nullable', () => {
    const { schema, wrapped } = answerSchema(
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

  it('inlines local references and truncates a recursive schema', () => {
    const { schema } = answerSchema(
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
    const { schema, wrapped } = answerSchema({ type: 'array', items: { type: 'number' } }, false);
    expect(wrapped).toBe(true);
    expect(schema).toMatchObject({
      properties: { value: { type: ['array', 'null'], items: { type: 'number' } } },
      required: ['value'],
    });
  });

  it('accepts only link tokens in URL fields', () => {
    const { schema } = answerSchema(
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

  it('drops minimum counts for one part of a page', () => {
    const list = { type: 'array', items: { type: 'string' }, minItems: 5 };
    const whole = answerSchema({ type: 'object', properties: { list } }, false).schema;
    const part = answerSchema({ type: 'object', properties: { list } }, true).schema;
    expect(JSON.stringify(whole)).toContain('minItems');
    expect(JSON.stringify(part)).not.toContain('minItems');
  });
});
