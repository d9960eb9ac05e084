/**
 * Creates the functions for the composed tree of a document: shadow roots and slots are looked
 * through.
 */
export function createComposedTree() {
  const childNodesOf = (node: Element): readonly Node[] => {
    if (node instanceof HTMLSlotElement) {
      const assigned = node.assignedNodes();
      if (assigned.length > 0) return assigned;
    }
    return [...(node.shadowRoot ?? node).childNodes];
  };
  const childrenOf = (node: Element): readonly Element[] =>
    childNodesOf(node).filter((child): child is Element => child instanceof Element);
  const parentOf = (node: Element): Element | null => {
    if (node.assignedSlot) return node.assignedSlot;
    if (node.parentElement) return node.parentElement;
    const root = node.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  };
  const contains = (outer: Element, inner: Element | null): boolean => {
    for (let node = inner; node; node = parentOf(node)) if (node === outer) return true;
    return false;
  };
  const closest = (start: Element, isIt: (node: Element) => boolean): Element | null => {
    for (let node: Element | null = start; node; node = parentOf(node)) if (isIt(node)) return node;
    return null;
  };
  const roleOf = (node: Element): string =>
    (node.getAttribute('role') ?? '').trim().split(/\s+/)[0]?.toLowerCase() ?? '';
  const isShown = (node: Element): boolean => {
    const { width, height } = node.getBoundingClientRect();
    return width > 1 && height > 1 && node.checkVisibility({ visibilityProperty: true });
  };
  const normalizeSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

  /** Visits every element that is drawn; `visit` answers false for one whose inside is of no interest. */
  const walk = (start: Element, visit: (node: Element) => boolean): void => {
    for (const node of childrenOf(start)) {
      if (/^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|HEAD)$/.test(node.tagName)) continue;
      const { width, height } = node.getBoundingClientRect();
      const isFlat = width <= 1 || height <= 1;
      if (isFlat) {
        const { display, overflowX, overflowY } = getComputedStyle(node);
        if (display === 'none') continue;
        const hides = /hidden|clip/;
        // A list for screen readers alone stands in a box of no size.
        if ((width <= 1 && hides.test(overflowX)) || (height <= 1 && hides.test(overflowY))) continue;
      }
      if (visit(node)) walk(node, visit);
    }
  };

  /** Shown text under a node. `isApart` tells what is no part of it. */
  const textOf = (start: Element, isApart: (node: Element) => boolean = () => false): string => {
    const read = (node: Element): string => {
      let text = '';
      for (const child of childNodesOf(node)) {
        if (child instanceof Text) text += child.data;
        if (!(child instanceof Element) || isApart(child)) continue;
        if (/^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|SVG|SELECT|TEXTAREA)$/i.test(child.tagName)) continue;
        if (child.getAttribute('aria-hidden') === 'true') continue;
        const { display, visibility } = getComputedStyle(child);
        if (display === 'none' || visibility === 'hidden') continue;
        text += display.startsWith('inline') ? read(child) : ` ${read(child)} `;
      }
      return text;
    };
    return normalizeSpace(read(start));
  };

  /** The element of an id beside `node`: in its own root, or in the document. */
  const byId = (node: Element, id: string): Element | null => {
    const root = node.getRootNode();
    const own = root instanceof ShadowRoot || root instanceof Document ? root.getElementById(id) : null;
    return own ?? document.getElementById(id);
  };

  const isDisabled = (node: Element): boolean =>
    node.matches(':disabled') ||
    node.getAttribute('aria-disabled') === 'true' ||
    (node.hasAttribute('disabled') && node.getAttribute('disabled') !== 'false') ||
    (node.hasAttribute('data-disabled') && node.getAttribute('data-disabled') !== 'false') ||
    /(^|[\s_-])disabled($|\s)/.test(node.getAttribute('class') ?? '');

  return {
    childrenOf,
    parentOf,
    contains,
    closest,
    roleOf,
    isShown,
    isDisabled,
    squeeze: normalizeSpace,
    walk,
    textOf,
    byId,
  };
}

export type ComposedTree = ReturnType<typeof createComposedTree>;
