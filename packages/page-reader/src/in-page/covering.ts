import type { BlankFloating } from './floating.ts';
import type { Layers } from './layers.ts';
import type { List } from './list.ts';
import type { Sheet } from './sheet.ts';

/** Tells which of the listed elements are covered by others. Runs inside the page: no name from outside. */
export function makeCovering(list: List, layers: Layers) {
  /** A layer that takes the pointer from so much of what is behind it shuts it off. */
  const most = 0.6;

  return {
    /** Marks what is covered; tells whether most of what does not lie on top is. */
    mark(hits: Sheet['hits'], floating: ReturnType<BlankFloating>): boolean {
      let behind = 0;
      let covered = 0;
      const free = new Set<Element>();
      // Innermost first: what is free inside an element is a free point of that element too.
      for (const { item, element: node, context } of hits.toReversed()) {
        const box = list.inSight(item);
        const [x, y, width, height] = box;
        const isInView = x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0;
        if (!isInView || width <= 1 || height <= 1) continue;
        if (!context.top) behind += 1;
        const mayBeCovered = !free.has(node) && floating.mayCover(node, box);
        const result = mayBeCovered ? layers.probe(node, box) : null;
        if (result && 'cover' in result) {
          if (!context.top) covered += 1;
          item.flags.push(`covered-by ${layers.coverName(result.cover)}`);
        } else if (context.listed) free.add(context.listed.element);
      }
      return behind > 0 && covered >= most * behind;
    },
  };
}

export type Covering = ReturnType<typeof makeCovering>;
