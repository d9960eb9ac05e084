import type { BlockContext } from '@runwright/contract';

/** Replaces the placeholders of secrets in all text fields, for the server at `to`; other fields stay unchanged. */
export async function revealFields<const F extends object>(
  fields: F,
  to: string,
  context: Pick<BlockContext, 'reveal'>,
): Promise<F> {
  const pairs = Object.entries(fields).map(async ([name, value]) => [
    name,
    typeof value === 'string' ? (await context.reveal(value, to)).reveal() : value,
  ]);
  return Object.fromEntries(await Promise.all(pairs));
}
