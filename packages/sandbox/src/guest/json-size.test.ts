import { expect, it } from 'vitest';
import { maximumDepth, measureJson } from './json-size.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const isTooDeep = (text: string) => measureJson(text).tooDeep;

it('counts levels, not brackets', () => {
  expect(isTooDeep(nested(maximumDepth))).toBe(false);
  expect(isTooDeep(nested(maximumDepth + 1))).toBe(true);
  expect(isTooDeep(`[${Array(5000).fill('{"a":[]}').join(',')}]`)).toBe(false);
  expect(isTooDeep(`${'{"a":'.repeat(501)}1${'}'.repeat(501)}`)).toBe(true);
});

it.each([
  JSON.stringify('['.repeat(1000)),
  JSON.stringify({ ['{'.repeat(1000)]: '"\\'.repeat(600) + '['.repeat(600) }),
  '"unclosed [[[',
  '',
])('brackets in strings are text (%#)', (text) => {
  expect(isTooDeep(text)).toBe(false);
});

it('a string that ends in backslashes ends', () => {
  expect(isTooDeep(`["\\\\",${nested(600)}]`)).toBe(true);
});

it('small values in a short text count what they take in memory', () => {
  expect(measureJson(`[${Array(1000).fill('{}').join(',')}]`).bytes).toBeGreaterThan(64_000);
  expect(measureJson(`[${Array(1000).fill('[]').join(',')}]`).bytes).toBeGreaterThan(56_000);
  expect(measureJson(JSON.stringify('x'.repeat(1000))).bytes).toBeLessThan(1100);
});
