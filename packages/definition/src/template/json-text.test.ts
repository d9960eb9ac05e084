import { describe, expect, it } from 'vitest';
import { jsonLength, jsonText } from './json-text.ts';

describe('jsonText', () => {
  it('writes plain data as JSON, and whole numbers beyond 2^53 as text', () => {
    expect(jsonText({ a: [1, 'x', null, true], b: 2n ** 60n })).toBe(
      '{"a":[1,"x",null,true],"b":"1152921504606846976"}',
    );
    expect(jsonText(undefined)).toBe('null');
  });

  it('refuses JSON that is longer than a template may print, before it is written', {
    tags: ['security'],
    timeout: 60_000,
  }, () => {
    const limit = /limit `outputLength` of 5000000 for the JSON of one value/;
    expect(() => jsonText(Array.from({ length: 10 }, () => '\u0001'.repeat(100_000)))).toThrow(limit);
    expect(() => jsonText({ ['k'.repeat(5_000_001)]: 1 })).toThrow(limit);
    expect(() => jsonText(new Array(5_000_001).fill(0))).toThrow(limit);
    expect(jsonText('x'.repeat(4_000_000))).toHaveLength(4_000_002);
    expect(jsonText(new Array(2_000_000).fill(0))).toHaveLength(4_000_001);
  });
});

it.each(['', 'plain', '"\\\n\t\u0001\u001f\u007f', '😀\ud800x\udc00', '\ud83d\ude00\u2028'])(
  'the length of a text as JSON is that of what JSON.stringify writes: %j',
  (text) => {
    expect(jsonLength(text)).toBe(JSON.stringify(text).length - 2);
  },
);
