import { describe, expect, it } from 'vitest';
import { createApartMask, createApartSearch } from './mask-apart.ts';

const code = '482913';
const mask = createApartMask([code]);
const fields = [...code].map((sign, index) => [`d${index + 1}`, sign] as const);
const json = JSON.stringify({ digits: [...code] });

describe('a code whose characters stand apart is masked', { tags: ['security'] }, () => {
  it.each([
    ['a form', new URLSearchParams(Object.fromEntries(fields)).toString()],
    ['a form with equal names', fields.map(([, sign]) => `code%5B%5D=${sign}`).join('&')],
    ['a form with short names', fields.map(([, sign], index) => `${'abcdef'[index]}=${sign}`).join('&')],
    ['a list of JSON', json],
    ['an object of JSON', JSON.stringify(Object.fromEntries(fields))],
    ['JSON with short names', '{"a":"4","b":"8","c":"2","d":"9","e":"1","f":"3"}'],
    ['JSON with numbers', JSON.stringify({ digits: [4, 8, 2, 9, 1, 3] })],
    ['JSON with the number of each field', JSON.stringify(fields.map(([, v], i) => ({ i: i % 10, v })))],
    ['indented JSON', JSON.stringify({ digits: [...code] }, null, 2)],
    ['JSON inside JSON', JSON.stringify({ text: json })],
    ['JSON inside JSON inside JSON', JSON.stringify(JSON.stringify({ text: json }))],
    ['percent-encoded JSON', `q=${encodeURIComponent(json)}`],
    ['inputs', [...code].map((sign) => `<input maxlength="1" value="${sign}">`).join('')],
    ['elements', [...code].map((sign) => `<b>${sign}</b>`).join('\n')],
    [
      'a multipart body inside JSON',
      JSON.stringify(
        fields
          .map(([name, sign]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${sign}\r\n`)
          .join(''),
      ),
    ],
  ])('in %s', (_title, text) => {
    const masked = mask(text);
    expect(masked.match(/\*/g)).toHaveLength(6);
    expect(masked.length).toBe(text.length);
  });
});

it.each([
  ['other digits', 'd1=4&d2=8&d3=2&d4=9&d5=1&d6=4'],
  ['another order', 'd1=8&d2=4&d3=2&d4=9&d5=1&d6=3'],
  ['digits inside words', 'a4 b8 c2 d9 e1 f3'],
  ['digits of numbers', '14, 18, 12, 19, 11, 13'],
  ['nothing', ''],
])('%s stay as they are', (_title, text) => {
  expect(mask(text)).toBe(text);
});

it('a long text with many single digits takes no longer than its length', () => {
  const text = '"4","8","2","9","1",'.repeat(50_000);
  expect(mask(text)).toBe(text);
});

it('a search finds a code also with up to 2 other single values between two of its characters', {
  tags: ['security'],
}, () => {
  const isIn = createApartSearch([code]);
  const form = (values: string) => [...values].map((sign, at) => `d${at}=${sign}`).join('&');
  expect(
    ['482913', '4820913', '4082900130', '400800200900100300'].map((values) => isIn(form(values))),
  ).toEqual([true, true, true, true]);
  expect(['482914', '4820009130', '48291', ''].map((values) => isIn(form(values)))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(createApartSearch([])('d1=4')).toBe(false);
});
