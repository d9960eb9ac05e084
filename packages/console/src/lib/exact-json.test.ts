import { expect, it } from 'vitest';
import { parseExactJson } from './exact-json.ts';

it.each([
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', '9007199254740993'],
  ['-7615917337495251231', '-7615917337495251231'],
  ['7615917337495251231.50', '7615917337495251231.50'],
  ['1e400', '1e400'],
  ['1e-400', '1e-400'],
  ['1e21', 1e21],
  ['0.1', 0.1],
  ['0e400', 0],
])('reads the number %s as %j, as the service does', (text, expected) => {
  expect(parseExactJson(text)).toBe(expected);
  expect(parseExactJson(`{"n":[${text}],"t":"${text}"}`)).toEqual({ n: [expected], t: text });
});

it('refuses what is no JSON', () => {
  expect(() => parseExactJson('{"a": 9007199254740993')).toThrow(SyntaxError);
});
