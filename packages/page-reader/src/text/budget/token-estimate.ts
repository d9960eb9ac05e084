/** Bytes of UTF-8 per token of page text: a mean over current vocabularies, on the careful side. */
export const defaultBytesPerToken = 3.6;
/** Limits of the bytes per token, whatever a model reports. */
const leastBytes = 2.5;
const mostBytes = 4.5;

/**
 * About how many tokens a text costs.
 *
 * @param bytesPerToken of the model that reads it; default 3.6
 */
export function estimateTokens(text: string, bytesPerToken: number = defaultBytesPerToken): number {
  return Math.ceil(Buffer.byteLength(text, 'utf8') / withinReason(bytesPerToken));
}

/** Bytes per token of a model, as measured from its replies. */
export interface TokenRate {
  readonly bytesPerToken: number;
  /** Number of replies that it is the mean of. */
  readonly replies: number;
}

/** Nothing is known of a model yet. */
export const initialTokenRate: TokenRate = { bytesPerToken: defaultBytesPerToken, replies: 0 };

/**
 * The rate with one more reply: a running mean in which a reply never counts for less than a twentieth, so that it follows
 * a model that is exchanged behind its name; kept within 2.5 to 4.5 bytes per token.
 *
 * @param bytes of UTF-8 that were sent
 * @param reported input tokens, as the model's reply tells them
 */
export function updateTokenRate(rate: TokenRate, bytes: number, reported: number): TokenRate {
  if (!(bytes > 0 && reported > 0)) return rate;
  const replies = rate.replies + 1;
  const share = 1 / Math.min(replies, 20);
  const mean = rate.bytesPerToken * (1 - share) + withinReason(bytes / reported) * share;
  return { bytesPerToken: withinReason(mean), replies };
}

function withinReason(bytesPerToken: number): number {
  return Number.isNaN(bytesPerToken)
    ? defaultBytesPerToken
    : Math.min(mostBytes, Math.max(leastBytes, bytesPerToken));
}
