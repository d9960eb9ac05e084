import type { Seen } from '../controls/control-list.ts';
import type { Dom } from '../dom/dom.ts';
import type { Ids } from '../identity/element-ids.ts';
import type { RawBox } from '../raw-frame.ts';
import type { OpenSlot, Sheet } from '../tree/tree-builder.ts';
import type { Visibility } from '../visibility/visibility.ts';

/** The places of inner frames. */
export function makeSlots(dom: Dom, ids: Ids, visibility: Visibility) {
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
      sheet: Sheet,
      node: Element,
      { box, shown, shade, position }: Pick<Seen, 'box' | 'shown' | 'shade' | 'position'>,
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
      const slot: OpenSlot = {
        type: 'slot',
        number: ids.numberOf(node),
        // Pages keep data in names.
        title: (attribute(node, 'title') || attribute(node, 'aria-label') || attribute(node, 'name')).slice(
          0,
          200,
        ),
        box: inner,
        seen: position === 'fixed' ? shown : visibility.cut(shown, shade.window),
        top: top || opens,
        mayBeCovered: false,
      };
      sheet.slots.push({ slot, element: node });
      sheet.push(
        opens ? { type: 'group', role: 'layer', name: '', box: shown, top: true, content: [slot] } : slot,
      );
    },
  };
}

export type Slots = ReturnType<typeof makeSlots>;
