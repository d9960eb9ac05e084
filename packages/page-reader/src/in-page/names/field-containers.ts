import type { Colours } from '../dom/colours.ts';
import type { Dom } from '../dom/dom.ts';
import type { ShownText } from './shown-text.ts';

/**
 * Finds the visible container of a bare text field in component libraries: the box that shows the selection.
 */
export function makeFieldContainers(dom: Dom, texts: ShownText, colours: Colours) {
  const { tag, attribute } = dom;
  const fields = 'input:not([type=hidden]),select,textarea,[role=combobox],[role=textbox],[role=spinbutton]';

  /** Returns the selected texts, joined by commas. Buttons and placeholders do not count. */
  const chosenTextIn = (box: Element): string => {
    const found: string[] = [];
    const visit = (node: Node, around: Element): void => {
      if (dom.type(node) === 3) {
        const text = dom.squeeze(dom.data(node));
        if (text && !isPlaceholder(around)) found.push(text);
      } else if (dom.isElement(node) && !isNotChoice(node)) {
        const inner = node;
        dom.eachChild(inner, (child) => visit(child, inner));
      }
    };
    dom.eachChild(box, (child) => visit(child, box));
    return found.join(', ');
  };

  const isNotChoice = (element: Element): boolean =>
    /^(button|svg|label|legend|fieldset|select|textarea|style|script)$/.test(tag(element)) ||
    /^(button|img|listbox)$/.test(attribute(element, 'role')) ||
    texts.isHiddenOrAriaHidden(element);

  /** Tests whether a text stands in the place of a choice that is not made yet. */
  const isPlaceholder = (element: Element): boolean => {
    for (let around: Element | null = element, hops = 0; around && hops < 3; hops += 1) {
      if (/placeholder/i.test(attribute(around, 'class'))) return colours.isFaint(element);
      around = dom.parentOf(around);
    }
    return false;
  };

  const hasVisibleBox = (element: Element): boolean => {
    const {
      borderTopWidth,
      borderTopStyle,
      borderBottomWidth,
      borderBottomStyle,
      backgroundColor,
      boxShadow,
    } = dom.style(element);
    const hasBorder = (width: string, style: string): boolean =>
      style !== 'none' && Number.parseFloat(width) > 0;
    return (
      hasBorder(borderTopWidth, borderTopStyle) ||
      hasBorder(borderBottomWidth, borderBottomStyle) ||
      !colours.isClear(backgroundColor) ||
      boxShadow !== 'none'
    );
  };

  /**
   * The box that is drawn around a field which is not drawn itself, if it holds no other field and no label, and what is
   * chosen according to it; else the field itself.
   */
  const containerOf = (field: Element): { readonly element: Element; readonly choice: string } => {
    const alone = { element: field, choice: '' };
    if (hasVisibleBox(field)) return alone;
    for (let around = dom.parentOf(field), hops = 0; around && hops < 6; hops += 1) {
      if (/^(td|th|li|tr|form|fieldset|body|label)$/.test(tag(around))) return alone;
      if (around.querySelectorAll(fields).length !== 1 || around.querySelector('label,legend')) return alone;
      if (hasVisibleBox(around)) return { element: around, choice: chosenTextIn(around) };
      around = dom.parentOf(around);
    }
    return alone;
  };

  return { containerOf, chosenTextIn, isPlaceholder };
}

export type FieldContainers = ReturnType<typeof makeFieldContainers>;
