import type { Box } from '@runwright/contract';
import type { CallLimits } from '@runwright/page-reader';
import type { Tab } from '../tabs/tabs.ts';

const readMs = 3_000;

/**
 * Returns the boxes of secret fields in the viewport, also those of inner frames. With `isFresh` the document
 * may be another one than the reader has seen last.
 */
export async function secretBoxes(
  { page, reader }: Pick<Tab, 'page' | 'reader'>,
  limits: CallLimits,
  isFresh: boolean,
): Promise<readonly Box[]> {
  // Frames move with what is around them; the reader knows their places from its last look.
  if (isFresh || page.frames().length > 1)
    await reader.peek(AbortSignal.any([limits.signal, AbortSignal.timeout(readMs)]));
  return reader.secretBoxes(limits);
}
