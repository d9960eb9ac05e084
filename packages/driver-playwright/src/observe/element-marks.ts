import type { Box } from '@runwright/contract';
import type { PageReader } from '@runwright/page-reader';
import type { Mark } from '../pictures/draw-marks.ts';

/**
 * Returns the marks of elements as the reader has seen them last, in CSS pixels of the viewport. Elements that are covered, or
 * scrolled away inside a region of the page, have none.
 */
export function elementMarks(
  reader: Pick<PageReader, 'lastSeen'>,
  ids: readonly string[],
  viewport: { readonly width: number; readonly height: number },
): readonly Mark[] {
  return ids.flatMap((id) => {
    const element = reader.lastSeen(id);
    if (!element) return [];
    const { box, flags } = element;
    const isScrolledAway = flags.includes('offscreen') && isInViewport(box, viewport);
    const isCovered = flags.some((flag) => flag === 'hidden' || flag.startsWith('covered-by'));
    return isScrolledAway || isCovered || box.width < 1 || box.height < 1
      ? []
      : [{ label: element.id, area: box }];
  });
}

function isInViewport({ x, y, width, height }: Box, viewport: { width: number; height: number }): boolean {
  return x < viewport.width && y < viewport.height && x + width > 0 && y + height > 0;
}
