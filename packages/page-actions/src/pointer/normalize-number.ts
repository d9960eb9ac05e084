/**
 * Converts a number as people write it to the notation of JavaScript: a comma before each three digits divides thousands, any other
 * one the fraction.
 */
export function normalizeNumber(text: string): string {
  const isGrouped = /(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/.test(text);
  return isGrouped ? text.replaceAll(',', '') : text.replace(',', '.');
}
