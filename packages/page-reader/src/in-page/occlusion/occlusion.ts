import type { ControlList } from '../controls/control-list.ts';
import type { RawBox } from '../raw-frame.ts';
import type { TreeBuilder } from '../tree/tree-builder.ts';
import type { Layers } from './layers.ts';
import type { CreateOverlapIndex } from './overlap-index.ts';

/** Detects listed elements that are occluded by others. */
export function makeOcclusion(controls: ControlList, layers: Layers) {
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
    flagOccluded(
      { listedElements, slots }: Pick<TreeBuilder, 'listedElements' | 'slots'>,
      overlapIndex: ReturnType<CreateOverlapIndex>,
    ): { behind: number; covered: number; untested: number } {
      const until = now() + longestMs;
      let tested = 0;
      let untested = 0;
      let behind = 0;
      let covered = 0;
      const free = new Set<Element>();
      // Innermost first: what is free inside an element is a free point of that element too.
      for (const { item, element: node, context } of listedElements.toReversed()) {
        const box = controls.visiblePart(item);
        if (!isInView(box)) continue;
        if (!context.top) behind += 1;
        const mayBeOccluded = !free.has(node) && overlapIndex.mayBeOccluded(node, box);
        if (mayBeOccluded && (tested >= mostTested || now() > until)) {
          untested += 1;
          continue;
        }
        if (mayBeOccluded) tested += 1;
        const result = mayBeOccluded ? layers.hitTest(node, box) : null;
        if (result && 'occluder' in result) {
          if (!context.top) covered += 1;
          item.flags.push(`covered-by ${layers.occluderName(result.occluder)}`);
        } else if (context.listed) free.add(context.listed.element);
      }
      // What an inner frame holds is known elsewhere; here only, whether asking for it is worth a call.
      for (const { slot, element } of slots)
        slot.mayBeOccluded = isInView(slot.seen) && overlapIndex.mayBeOccluded(element, slot.seen);
      return { behind, covered, untested };
    },
    /** Returns the occluder of a frame at each of some boxes in it: a name, or 0 for none. */
    occludersOver(frame: Element, boxes: readonly RawBox[]): readonly (string | 0)[] {
      return boxes.map((box) => {
        const result = layers.hitTest(frame, box);
        return 'occluder' in result ? layers.occluderName(result.occluder) : 0;
      });
    },
  };
}

export type Occlusion = ReturnType<typeof makeOcclusion>;
