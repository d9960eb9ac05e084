import type { Message, Part } from '@runwright/contract';
import type { ModelPrice } from '../api/model-price.ts';
import type { ModelUse } from './model-budget.ts';
import { costOf } from './price.ts';

/** Characters of a token; English text has about four, other text fewer, so this counts too many rather than too few. */
const charactersPerToken = 3;
/** Tokens of an image of at most 1,024 pixels, at the providers that count most. */
const tokensPerImage = 1_600;

/**
 * Estimates the most that a call can use: all of its prompt at the full price, or at that of writing to the cache where it is
 * higher, and as many output tokens as it may have. `previousTokens` are those of a conversation that the provider keeps.
 */
export function estimateUse(
  model: string,
  messages: readonly Message[],
  outputTokens: number,
  prices?: Readonly<Record<string, ModelPrice>>,
  previousTokens = 0,
): ModelUse {
  const input = messages.reduce((sum, { content }) => sum + tokensOf(content), previousTokens);
  const usage = { input, cached: 0, output: outputTokens, reasoning: 0 };
  const costs = [0, input].map((cacheWrite) => costOf(model, { ...usage, cacheWrite }, prices));
  const cost = costs.reduce((a, b) => (a === null || b === null ? null : Math.max(a, b)));
  return { tokens: input + outputTokens, cost: cost ?? null };
}

function tokensOf(content: string | readonly Part[]): number {
  if (typeof content === 'string') return Math.ceil(content.length / charactersPerToken);
  return content.reduce((sum, part) => {
    if (part.type === 'text') return sum + tokensOf(part.text);
    if (part.type === 'image') return sum + tokensPerImage;
    if (part.type === 'tool-result') return sum + tokensOf(part.parts);
    return sum + tokensOf(JSON.stringify(part.type === 'reasoning' ? part.original : part.input));
  }, 0);
}
