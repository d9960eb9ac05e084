import { describe, expect, it } from 'vitest';
import { restoreData } from './restore-data.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    note: { type: 'string' },
    page: { type: 'string', format: 'uri' },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
  },
  required: ['name', 'tags'],
};
const links = { L1: 'https://shop.example/very/long?address' };

describe('restoreData', () => {
  it('replaces link tokens by URLs and removes null values of optional properties', () => {
    const answer = { name: 'Lamp', note: null, page: '{L1}', tags: ['new'] };
    expect(restoreData(schema, answer, links)).toEqual({
      data: { name: 'Lamp', page: 'https://shop.example/very/long?address', tags: ['new'] },
      problems: [],
      hasLinks: true,
    });
  });

  it('reports every problem with its path', () => {
    const { problems } = restoreData(schema, { name: null, note: 'x', page: 'L7', tags: [] }, links);
    expect(problems).toEqual([
      '`name` is required, but the page does not show it.',
      '`page` is `L7`, which is no link token of the page.',
      '`tags` has 0 items, but at least 1 are wanted.',
    ]);
  });

  it('accepts null for a required property that is nullable', () => {
    const nullable = { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] };
    expect(restoreData(nullable, { a: null }, {})).toEqual({
      data: { a: null },
      problems: [],
      hasLinks: false,
    });
  });

  it('matches a value with the right union member', () => {
    const union = {
      anyOf: [
        { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
        {
          type: 'object',
          properties: { url: { type: 'string' }, size: { type: 'number' } },
          required: ['url'],
        },
      ],
    };
    expect(restoreData(union, { url: 'L1', size: null }, links)).toEqual({
      data: { url: 'https://shop.example/very/long?address' },
      problems: [],
      hasLinks: true,
    });
  });

  it('resolves references', () => {
    const referring = {
      type: 'array',
      items: { $ref: '#/$defs/thing' },
      $defs: { thing: { type: 'object', properties: { link: { type: 'string' } } } },
    };
    expect(restoreData(referring, [{ link: 'L1' }, { link: null }], links).data).toEqual([
      { link: 'https://shop.example/very/long?address' },
      {},
    ]);
  });
});
