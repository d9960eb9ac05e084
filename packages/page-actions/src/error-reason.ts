/** Returns the first line of an error text, without the name of the method and the call log. At most 200 characters. */
export function errorReason(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return (text.split('\n')[0] ?? '').replace(/^[\w.]+: /, '').slice(0, 200);
}
