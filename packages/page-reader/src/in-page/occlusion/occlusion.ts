import type { List } from '../controls/control-list.ts';
import type { RawBox } from '../raw-frame.ts';
import type { Sheet } from '../tree/tree-builder.ts';
import type { Layers } from './layers.ts';
import type { BlankFloating } from './overlap-index.ts';

/** Tells which of the listed elements are covered by others. */
export function makeCovering(list: List, layers: Layers) {
  /** Controls of one read that are hit-tested; where thousands lie on top of each other, each takes a while. */
  const mostTested = 1_000;
  /** A last resort for pages on which a single hit test takes milliseconds. */
  const longestMs = 2_000;
  const now = performance.now.bind(performance);

  const isInView = ([x, y, width, height]: RawBox): boolean =>
    x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0 && width > 1 && height > 1;

  return {
    /**
     * Marks what is covered; tells how much in view does not lie in a layer, how much of that is covered, and how many
     * controls were not tested and count as free.
     */
    mark(
      { hits, slots }: Pick<Sheet, 'hits' | 'slots'>,
      floating: ReturnType<BlankFloating>,
    ): { behind: number; covered: number; untested: number } {
      const until = now() + longestMs;
      let tested = 0;
      let untested = 0;
      let behind = 0;
      let covered = 0;
      const free = new Set<Element>();
      // Innermost first: what is free inside an element is a free point of that element too.
      for (const { item, element: node, context } of hits.toReversed()) {
        const box = list.inSight(item);
        if (!isInView(box)) continue;
        if (!context.top) behind += 1;
        const mayBeCovered = !free.has(node) && floating.mayCover(node, box);
        if (mayBeCovered && (tested >= mostTested || now() > until)) {
          untested += 1;
          continue;
        }
        if (mayBeCovered) tested += 1;
        const result = mayBeCovered ? layers.probe(node, box) : null;
        if (result && 'cover' in result) {
          if (!context.top) covered += 1;
          item.flags.push(`covered-by ${layers.coverName(result.cover)}`);
        } else if (context.listed) free.add(context.listed.element);
      }
      // What an inner frame holds is known elsewhere; here only, whether asking for it is worth a call.
      for (const { slot, element } of slots)
        slot.mayBeCovered = isInView(slot.seen) && floating.mayCover(element, slot.seen);
      return { behind, covered, untested };
    },
    /** What lies on top of a frame at each of some boxes in it: a name, or 0 for nothing. */
    over(frame: Element, boxes: readonly RawBox[]): readonly (string | 0)[] {
      return boxes.map((box) => {
        const result = layers.probe(frame, box);
        return 'cover' in result ? layers.coverName(result.cover) : 0;
      });
    },
  };
}

export type Covering = ReturnType<typeof makeCovering>;
