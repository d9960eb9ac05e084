import { expect, it } from 'vitest';
import { bodyLimits, findJsonExcess } from './json-limits.ts';

const security = { tags: ['security'] };
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const named = (count: number, from = 0) =>
  `{${Array.from({ length: count }, (_, at) => `"k${from + at}" : 1`).join(',')}}`;

it('JSON within all limits is passed, whatever stands in its texts', () => {
  const { depth, names, values } = bodyLimits;
  const rows = JSON.stringify(Array.from({ length: 60_000 }, () => ({ a: '[[,,{"x":', b: '\\"' })));
  for (const text of [nested(depth), named(names), `[${'1,'.repeat(values - 2)}1]`, rows, 'null', '"', ''])
    expect(findJsonExcess(text, bodyLimits)).toBeNull();
});

it.each([
  ['too many levels', nested(bodyLimits.depth + 1), 'deeper than 100 levels'],
  ['too many levels of objects', '{"a":'.repeat(bodyLimits.depth + 1), 'deeper than 100 levels'],
  ['too many names in one object', named(bodyLimits.names + 1), '20,000 different property names'],
  [
    'too many names in several objects',
    `[${named(15_000)},${named(15_000, 15_000)}]`,
    '20,000 different property names',
  ],
  ['too many items', `[${'1,'.repeat(bodyLimits.values)}1]`, '200,000 values'],
  ['too many lists', `[${'[],'.repeat(bodyLimits.values)}1]`, '200,000 values'],
])('%s are refused before they are read', security, (_what, text, reason) => {
  expect(findJsonExcess(text, bodyLimits)).toContain(reason);
});

it('reads hostile text once', security, () => {
  const harmless = ['"'.repeat(5e6), '\\'.repeat(5e6), `"${'\\'.repeat(5e6)}"`, ' '.repeat(5e6)];
  for (const text of harmless) expect(findJsonExcess(text, bodyLimits)).toBeNull();
  expect(findJsonExcess('{'.repeat(5e6), bodyLimits)).toContain('deeper');
});
