import type { BlockContext } from '@runwright/contract';

/** Texts of a block with values in place of the placeholders of secrets; what is no text stays. */
export async function revealFields<const F extends object>(
  fields: F,
  context: Pick<BlockContext, 'reveal'>,
): Promise<F> {
  const pairs = Object.entries(fields).map(async ([name, value]) => [
    name,
    typeof value === 'string' ? (await context.reveal(value)).reveal() : value,
  ]);
  return Object.fromEntries(await Promise.all(pairs));
}
