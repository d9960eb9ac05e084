import type { Usage } from '@runwright/contract';
import type { ModelPrice } from '../api/model-price.ts';

/**
 * List prices by model name, as the providers publish them (openai.com/api/pricing, anthropic.com/pricing). They change;
 * a host that accounts for money brings its own table.
 */
export const listPrices: Readonly<Record<string, ModelPrice>> = {
  'gpt-5': { input: 1.25, cached: 0.125, output: 10 },
  'gpt-5-mini': { input: 0.25, cached: 0.025, output: 2 },
  'gpt-5-nano': { input: 0.05, cached: 0.005, output: 0.4 },
  'gpt-4.1': { input: 2, cached: 0.5, output: 8 },
  'gpt-4.1-mini': { input: 0.4, cached: 0.1, output: 1.6 },
  'gpt-4.1-nano': { input: 0.1, cached: 0.025, output: 0.4 },
  'gpt-4o': { input: 2.5, cached: 1.25, output: 10 },
  'gpt-4o-mini': { input: 0.15, cached: 0.075, output: 0.6 },
  o3: { input: 2, cached: 0.5, output: 8 },
  'o4-mini': { input: 1.1, cached: 0.275, output: 4.4 },
  'claude-fable-5-1': { input: 10, cached: 1, cacheWrite: 12.5, output: 50 },
  'claude-fable-5': { input: 10, cached: 1, cacheWrite: 12.5, output: 50 },
  'claude-opus-5-5': { input: 4, cached: 0.4, cacheWrite: 5, output: 20 },
  'claude-opus-5': { input: 5, cached: 0.5, cacheWrite: 6.25, output: 25 },
  'claude-opus-4-8': { input: 5, cached: 0.5, cacheWrite: 6.25, output: 25 },
  'claude-opus-4-7': { input: 5, cached: 0.5, cacheWrite: 6.25, output: 25 },
  'claude-opus-4-6': { input: 5, cached: 0.5, cacheWrite: 6.25, output: 25 },
  'claude-opus-4-5': { input: 5, cached: 0.5, cacheWrite: 6.25, output: 25 },
  'claude-sonnet-5-5': { input: 2, cached: 0.2, cacheWrite: 2.5, output: 10 },
  'claude-sonnet-5': { input: 2, cached: 0.2, cacheWrite: 2.5, output: 10 },
  'claude-sonnet-4-6': { input: 3, cached: 0.3, cacheWrite: 3.75, output: 15 },
  'claude-sonnet-4-5': { input: 3, cached: 0.3, cacheWrite: 3.75, output: 15 },
  'claude-haiku-4-5': { input: 1, cached: 0.1, cacheWrite: 1.25, output: 5 },
  'claude-opus-4': { input: 15, cached: 1.5, cacheWrite: 18.75, output: 75 },
  'claude-sonnet-4': { input: 3, cached: 0.3, cacheWrite: 3.75, output: 15 },
  'claude-3-5-haiku': { input: 0.8, cached: 0.08, cacheWrite: 1, output: 4 },
};

/**
 * Returns the price of a model; null when the table does not know it. A dated name (`gpt-4o-2024-08-06`) is the model
 * without its date.
 */
export function priceOf(
  model: string,
  prices: Readonly<Record<string, ModelPrice>> = listPrices,
): ModelPrice | null {
  const undated = model.replace(/-\d{4}-?\d{2}-?\d{2}$/, '');
  const known = [model, undated].find((name) => Object.hasOwn(prices, name));
  return known === undefined ? null : (prices[known] ?? null);
}

/** Returns the cost of a usage in US dollars; null for a model that the table does not know, never zero. */
export function costOf(
  model: string,
  usage: Omit<Usage, 'cost'>,
  prices?: Readonly<Record<string, ModelPrice>>,
): number | null {
  const price = priceOf(model, prices);
  if (!price) return null;
  const plain = Math.max(0, usage.input - usage.cached - usage.cacheWrite);
  const dollars =
    plain * price.input +
    usage.cached * price.cached +
    usage.cacheWrite * (price.cacheWrite ?? price.input) +
    usage.output * price.output;
  return dollars / 1_000_000;
}
