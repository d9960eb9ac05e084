import { expect, it } from 'vitest';
import { estimateUse } from './estimate-use.ts';

const messages = [{ role: 'user', content: 'a'.repeat(300) }] as const;
const price = { input: 10, cached: 1, output: 20 };
const dollars = (model: string) =>
  estimateUse(model, messages, 50, { plain: price, writing: { ...price, cacheWrite: 40 } }).cost;

it('counts a prompt at the price of writing to the cache where that is higher', () => {
  expect(dollars('plain')).toBeCloseTo((100 * 10 + 50 * 20) / 1_000_000, 12);
  expect(dollars('writing')).toBeCloseTo((100 * 40 + 50 * 20) / 1_000_000, 12);
  expect(dollars('unknown')).toBeNull();
});
