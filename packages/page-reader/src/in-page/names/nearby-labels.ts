import type { Dom } from '../dom/dom.ts';
import type { FieldContainers } from './field-containers.ts';
import type { ShownText } from './shown-text.ts';

/**
 * Text that stands beside a field without a label of its own: a sibling, the header of its column, the cell to the left.
 */
export function makeNearbyLabels(dom: Dom, texts: ShownText, fieldContainers: FieldContainers) {
  const { tag, attribute, squeeze } = dom;
  const controls =
    'input:not([type=hidden]),select,textarea,button,summary,[contenteditable=""],[contenteditable=true],[role=slider],[role=spinbutton],[role=button],[role=checkbox],[role=radio],[role=switch],[role=combobox],[role=textbox]';
  const { matches } = Element.prototype;
  const matchesSelector = (element: Element, selector: string): boolean =>
    Reflect.apply(matches, element, [selector]);
  /** Elements at which the search for a label ends. */
  const boundaryTags = /^(li|tr|form|fieldset|section|article|dialog|details|body)$/;
  const boundaryRoles = /^(row|listitem|treeitem|option|dialog|form|group|radiogroup|region)$/;
  const unreadTags = /^(script|style|template|noscript|datalist|h[1-6])$/;
  /** Texts that are the value of another control, such as `30` or `30 %` beside a slider. */
  const valueLike = /^[-+\p{Sc}]?\s*\d[\d.,:\s]*(%|\p{Sc}|[a-z]{1,2})?$/iu;

  const isBoundary = (element: Element): boolean =>
    boundaryTags.test(tag(element)) || boundaryRoles.test(attribute(element, 'role'));

  /** Tests whether this is the label of another box to tick; those of fields may be meant for what is drawn over them. */
  const labelsOtherControl = (node: Node, element: Element): boolean => {
    if (!dom.isElement(node) || tag(node) !== 'label' || !attribute(node, 'for')) return false;
    const target = dom.rootOf(node)?.getElementById(attribute(node, 'for'));
    return (
      target != null &&
      target !== element &&
      tag(target) === 'input' &&
      /^(checkbox|radio)$/i.test(attribute(target, 'type'))
    );
  };

  type Side = 'previousSibling' | 'nextSibling';

  /** Text that stands beside an element; null when something else is nearer. */
  const textBeside = (element: Element, side: Side, field: Element): string | null => {
    for (let sibling: Node | null = element[side]; sibling; sibling = sibling[side]) {
      if (dom.isElement(sibling)) {
        if (/^(output|meter|progress)$/.test(tag(sibling))) return null;
        if (matchesSelector(sibling, controls) || sibling.querySelector(controls)) return null;
        if (unreadTags.test(tag(sibling)) && side === 'nextSibling') return null;
        if (
          texts.isHiddenOrAriaHidden(sibling) ||
          /^(script|style|template|noscript|datalist)$/.test(tag(sibling))
        )
          continue;
      } else if (dom.type(sibling) !== 3) continue;
      const text = dom.isElement(sibling) ? texts.shownText(sibling) : squeeze(dom.data(sibling));
      if (!text) continue;
      if (labelsOtherControl(sibling, field) || text.length > 60 || !/[\p{L}\p{N}]/u.test(text)) return null;
      return side === 'previousSibling' && valueLike.test(text) ? null : text;
    }
    return '';
  };

  /** The text of the header of an element's column, if its table has headers. */
  const columnHeader = (cell: Element): string => {
    const row = dom.parentOf(cell);
    const table = cell.closest('table,[role=grid],[role=table],[role=treegrid]');
    if (!row || !table) return '';
    const head = table.querySelector('tr:has(> th ~ th),[role=row]:has(> [role=columnheader])');
    if (!head || head === row) return '';
    const at = columnOf(row, cell);
    const header = [...head.children].find((one) => columnOf(head, one) === at);
    return header && matchesSelector(header, 'th,[role=columnheader]') ? texts.shownText(header) : '';
  };

  const columnOf = (row: Element, cell: Element): number => {
    let column = 0;
    for (const one of row.children) {
      if (one === cell) return column;
      column += Number(attribute(one, 'colspan')) || 1;
    }
    return -1;
  };

  const rowHeader = (cell: Element): string => {
    const row = dom.parentOf(cell);
    const header = row?.querySelector(':scope > th,:scope > [role=rowheader]');
    return header && header !== cell ? texts.shownText(header) : '';
  };

  const isShort = (text: string): boolean => text !== '' && text.length <= 60 && /[\p{L}\p{N}]/u.test(text);

  /** A field in a cell takes the header of its column or its row; never the text of another row. */
  const labelInTable = (cell: Element, field: Element, isTicked: boolean): string => {
    if (attribute(cell, 'aria-label')) return squeeze(attribute(cell, 'aria-label'));
    const header = columnHeader(cell);
    if (isShort(header)) return header;
    const own = rowHeader(cell);
    if (isShort(own)) return own;
    return (
      textBeside(cell, 'previousSibling', field) ||
      (isTicked ? textBeside(cell, 'nextSibling', field) : '') ||
      ''
    );
  };

  /** Tests whether a text stands directly above a field or directly to the left of it. */
  const isAdjacent = (label: Element, field: Element): boolean => {
    const [x, y, width, height] = dom.box(label);
    const [left, top, , ownHeight] = dom.box(field);
    const isAbove = y + height <= top + 4 && top - (y + height) <= 40 && Math.abs(x - left) <= 40;
    const isBeside = y < top + ownHeight && y + height > top && x <= left && left - (x + width) <= 200;
    return isAbove || isBeside;
  };

  const findAround = (field: Element, side: Side, isTicked: boolean): string => {
    const start = fieldContainers.containerOf(field).element;
    let current: Element | null = start;
    for (let hop = 0; hop < 7 && current; hop += 1, current = dom.parentOf(current)) {
      if (hop > 0) {
        if (
          /^(td|th)$/.test(tag(current)) ||
          /^(cell|gridcell|columnheader|rowheader)$/.test(attribute(current, 'role'))
        )
          return labelInTable(current, field, isTicked);
        if (isBoundary(current)) return '';
        // Only what belongs to this field alone is looked at from further away.
        if (hop > 2 && current.querySelectorAll(controls).length > 1) return '';
      }
      const text = textBeside(current, side, field);
      if (text === null) return '';
      if (text === '') continue;
      const beside = side === 'previousSibling' ? current.previousElementSibling : current.nextElementSibling;
      return hop <= 2 || (beside && isAdjacent(beside, start)) ? text : '';
    }
    return '';
  };

  /** Text that stands directly before a field without a label, or after one that can be ticked. */
  const nearbyLabel = (field: Element, kind: string): string => {
    // What can be ticked stands before its text.
    const isTicked = /^(checkbox|radio|switch)$/.test(kind);
    const after = isTicked ? findAround(field, 'nextSibling', true) : '';
    return after || findAround(field, 'previousSibling', isTicked);
  };

  return { nearbyLabel };
}

export type NearbyLabels = ReturnType<typeof makeNearbyLabels>;
