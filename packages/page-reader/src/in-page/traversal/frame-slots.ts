import type { VisitedElement } from '../controls/control-list.ts';
import type { Dom } from '../dom/dom.ts';
import type { ElementIds } from '../identity/element-ids.ts';
import type { RawBox } from '../raw-frame.ts';
import type { DraftSlot, TreeBuilder } from '../tree/tree-builder.ts';
import type { Visibility } from '../visibility/visibility.ts';

/** The places of inner frames. */
export function makeFrameSlots(dom: Dom, ids: ElementIds, visibility: Visibility) {
  const { attribute } = dom;
  const pixels = (text: string): number => Number.parseFloat(text) || 0;

  return {
    /**
     * Notes the place of an inner frame.
     *
     * @param top it lies in the top layer
     * @param opens it is a layer itself
     */
    add(
      builder: TreeBuilder,
      node: Element,
      { box, shown, inherited, position }: Pick<VisitedElement, 'box' | 'shown' | 'inherited' | 'position'>,
      { top, opens }: { top: boolean; opens: boolean },
    ): void {
      const style = dom.style(node);
      const left = node.clientLeft + pixels(style.paddingLeft);
      const above = node.clientTop + pixels(style.paddingTop);
      const inner: RawBox = [
        box[0] + left,
        box[1] + above,
        Math.max(0, box[2] - 2 * left),
        Math.max(0, box[3] - 2 * above),
      ];
      const slot: DraftSlot = {
        type: 'slot',
        number: ids.numberOf(node),
        // Pages keep data in names.
        title: (attribute(node, 'title') || attribute(node, 'aria-label') || attribute(node, 'name')).slice(
          0,
          200,
        ),
        box: inner,
        seen: position === 'fixed' ? shown : visibility.cut(shown, inherited.scrollport),
        top: top || opens,
        mayBeOccluded: false,
      };
      builder.slots.push({ slot, element: node });
      builder.push(
        opens ? { type: 'group', role: 'layer', name: '', box: shown, top: true, content: [slot] } : slot,
      );
    },
  };
}

export type FrameSlots = ReturnType<typeof makeFrameSlots>;
