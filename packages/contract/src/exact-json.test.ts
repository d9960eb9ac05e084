import { expect, it } from 'vitest';
import { isChangedNumber, parseExactJson } from './exact-json.ts';

const parsed = (text: string) => {
  const texts: string[] = [];
  return { value: parseExactJson(text, (number) => texts.push(number)), texts };
};

it.each([
  ['9007199254740991', 9_007_199_254_740_991],
  ['-9007199254740991', -9_007_199_254_740_991],
  ['9007199254740993', '9007199254740993'],
  ['-7615917337495251231', '-7615917337495251231'],
  ['7615917337495251231.50', '7615917337495251231.50'],
  ['1e400', '1e400'],
  ['-1E+400', '-1E+400'],
  ['1e-400', '1e-400'],
  ['0.00000000000000000001', 1e-20],
  ['0e400', 0],
  ['1e21', 1e21],
  ['1.7976931348623157e308', 1.7976931348623157e308],
  ['0.1234567890123456789', 0.12345678901234568],
  ['1.10', 1.1],
])('reads the number %s as %j', (text, expected) => {
  expect(parsed(text).value).toBe(expected);
  expect(parsed(` {"n":[${text} , ${text}]}`).value).toEqual({ n: [expected, expected] });
  expect(parsed(`[${text}]`).texts).toEqual(typeof expected === 'string' ? [expected] : []);
});

it('leaves texts, names and what is in them as they are', () => {
  const text = String.raw`{"9007199254740993":"9007199254740993","a\"b 9007199254740993, ":["\\",9007199254740993,"\\\""]}`;
  expect(parsed(text).value).toEqual({
    '9007199254740993': '9007199254740993',
    'a"b 9007199254740993, ': ['\\', '9007199254740993', '\\"'],
  });
});

it.each([
  '{"a": 012345678901234567890}',
  '12345678901234567890abc',
  '+12345678901234567890',
  '[12345678901234567890',
  '{"a" 12345678901234567890}',
  '"12345678901234567890',
  '-',
])('refuses what is no JSON: %s', (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError);
});

it.each([
  ['0xFFFFFFFFFFFFFFFFFE', true],
  ['0o7777777777777777777', true],
  ['0xFE', false],
  ['+9007199254740993', true],
  ['1e21', false],
  ['9007199254740993e0', true],
  ['9.007199254740993e15', true],
  ['-7.615917337495251231E18', true],
  ['9.007199254740994e15', false],
  ['1.7976931348623157e308', false],
])('says of the number %s of YAML whether it would change: %s', (text, isChanged) => {
  expect(isChangedNumber(text)).toBe(isChanged);
});
