/** Bytes of UTF-8 per token of page text: a mean over current vocabularies, on the careful side. */
const bytesPerToken = 3.6;

/** About how many tokens a text costs. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, 'utf8') / bytesPerToken);
}
