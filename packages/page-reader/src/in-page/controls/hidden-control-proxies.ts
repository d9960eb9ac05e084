import type { Dom } from '../dom/dom.ts';
import type { RawBox } from '../raw-frame.ts';
import type { Visibility } from '../visibility/visibility.ts';

/**
 * Finds visible substitutes of controls that are hidden themselves: labels of fields, areas of a picture, options of an open
 * list.
 */
export function makeHiddenControlProxies(dom: Dom, visibility: Visibility) {
  const { tag, attribute } = dom;

  /** Longer than any page; what is without an end cannot be handed over. */
  const maximumSide = 1e7;

  const controlOf = (label: Element): Element | null => {
    const control: unknown = dom.property(label, 'control');
    return control instanceof Element ? control : namedBy(label);
  };

  /** The element that a label names by reference, because HTML does not let it have labels. */
  const namedBy = (label: Element): Element | null => {
    const root = dom.rootOf(label);
    const [target, id] = [attribute(label, 'for'), attribute(label, 'id')];
    const found = target
      ? root?.getElementById(target)
      : id && root?.querySelector(`[aria-labelledby~="${CSS.escape(id)}"][role]`);
    return found &&
      /^(button|combobox|textbox|searchbox|slider|spinbutton|switch|checkbox)$/.test(attribute(found, 'role'))
      ? found
      : null;
  };

  /** The part of the picture that an `area` stands for. */
  const areaBox = (area: Element): RawBox | null => {
    const map = area.closest('map');
    const name = map ? attribute(map, 'name') || attribute(map, 'id') : '';
    const root = dom.rootOf(area) ?? document;
    const picture = name ? root.querySelector(`img[usemap="#${CSS.escape(name)}"]`) : null;
    if (!picture || !dom.renders(picture, true)) return null;
    const [x, y, width, height] = dom.box(picture);
    const numbers = attribute(area, 'coords')
      .split(/[\s,]+/)
      .map((side) => Math.max(-maximumSide, Math.min(maximumSide, Number(side))));
    const [a = 0, b = 0, c = 0, d = 0] = numbers;
    const shape = attribute(area, 'shape').toLowerCase();
    if (shape === 'default' || numbers.length < 3) return [x, y, width, height];
    if (shape.startsWith('circ')) return [x + a - c, y + b - c, 2 * c, 2 * c];
    if (!shape.startsWith('poly'))
      return [x + Math.min(a, c), y + Math.min(b, d), Math.abs(c - a), Math.abs(d - b)];
    const across = numbers.filter((_, index) => index % 2 === 0);
    const down = numbers.filter((_, index) => index % 2 === 1);
    const left = Math.min(...across);
    const top = Math.min(...down);
    return [x + left, y + top, Math.max(...across) - left, Math.max(...down) - top];
  };

  return {
    controlOf,
    areaBox,

    /** The place in which a field shows that is hidden itself; null when it has none. */
    boxOfHiddenField(field: Element, own: RawBox | undefined): RawBox | null {
      const label = dom.labelsOf(field)[0];
      const proxy = label ? dom.box(label) : null;
      // One that lets the pointer through is only the place of it.
      const isPassive =
        dom.style(field).pointerEvents === 'none' || visibility.isClippedAway(dom.style(field));
      if (own && visibility.isBig(own) && !(isPassive && proxy && visibility.isBig(proxy))) return own;
      return proxy && visibility.isBig(proxy) ? proxy : null;
    },

    /** The field that a label is the only sign of, because the field itself takes no room. */
    fieldOfLabel(label: Element): Element | null {
      const control = controlOf(label);
      if (!control || tag(control) !== 'input' || !/^(checkbox|radio)$/i.test(attribute(control, 'type')))
        return null;
      return dom.style(control).display === 'none' || control.getClientRects().length === 0 ? control : null;
    },

    /** The options of a list that is open for as long as it is shown; none of one that opens when it is clicked. */
    openOptions(select: Element): readonly Element[] {
      if (!(select instanceof HTMLSelectElement) || (!select.multiple && select.size < 2)) return [];
      return [...select.options].slice(0, 500);
    },
  };
}

export type HiddenControlProxies = ReturnType<typeof makeHiddenControlProxies>;
