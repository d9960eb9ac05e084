/** Context of a reviver: the number as it is written. */
interface ReviverContext {
  readonly source?: string;
}

/**
 * Parses JSON like the service: a number that JavaScript cannot hold, such as an id beyond 2^53 or `1e400`, becomes the text of its digits.
 * Throws a `SyntaxError` for a text that is no JSON.
 */
export function parseExactJson(text: string): unknown {
  const revive = (_name: string, value: unknown, context?: ReviverContext): unknown =>
    typeof value === 'number' && context?.source !== undefined && isChangedNumber(context.source)
      ? context.source
      : value;
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}

/** Returns whether a number, as JSON or YAML writes it, is another one when it becomes a number of JavaScript. */
export function isChangedNumber(source: string): boolean {
  const value = Number(source);
  if (!Number.isFinite(value)) return true;
  if (value === 0) return /^[^eE]*[1-9]/.test(source);
  return Math.abs(value) > Number.MAX_SAFE_INTEGER && !/^[-+]?[\d.]+[eE]/.test(source);
}
