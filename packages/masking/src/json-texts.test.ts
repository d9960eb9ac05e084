import { describe, expect, it } from 'vitest';
import { createMask } from './create-mask.ts';
import { changeJson, changeTexts, textsIn } from './json-texts.ts';

const mask = createMask({ secrets: ['abcde', '98765'], maskText: '*****' });
const data = { 'is abcde': 'xxabcdexx', n: 98765, longer: 987651, other: 9876, deep: [[{ t: 'abcde!' }]] };

it('texts, keys and numbers of JSON data change', () => {
  expect(changeJson(data, mask)).toEqual({
    'is *****': 'xx*****xx',
    n: '*****',
    longer: 987651,
    other: 9876,
    deep: [[{ t: '*****!' }]],
  });
});

it('data of a known shape keeps its keys and numbers', () => {
  expect(changeTexts(data, mask)).toEqual({ ...data, 'is abcde': 'xx*****xx', deep: [[{ t: '*****!' }]] });
});

it('bytes and other objects stay as they are', () => {
  const bytes = new Uint8Array([1]);
  expect(changeTexts({ bytes }, mask).bytes).toBe(bytes);
});

describe('data that is nested too deep', { tags: ['security'] }, () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 100_000; level += 1) deep = [deep];

  it.each([
    ['changeJson', () => changeJson(deep, mask)],
    ['changeTexts', () => changeTexts(deep, mask)],
    ['textsIn', () => textsIn(deep)],
  ])('is an error of %s, not an overflow of the stack', (_name, search) => {
    expect(search).toThrow('nested deeper than 1000 levels');
  });
});
