import type { RawBox } from '../raw-frame.ts';

/**
 * Reads the document through built-ins taken from their prototypes, because a form's fields shadow the
 * properties of the form (`<input name="firstChild">`).
 *
 * @param closedRoot what is known of roots that elements do not show
 */
export function makeDom(closedRoot: (host: Element) => ShadowRoot | null) {
  const getter = <T>(prototype: object, name: string): ((target: object) => T) => {
    const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return get ? (target) => get.call(target) : (target) => Reflect.get(target, name);
  };
  const tag = getter<string>(Element.prototype, 'localName');
  const type = getter<number>(Node.prototype, 'nodeType');
  const first = getter<Node | null>(Node.prototype, 'firstChild');
  const next = getter<Node | null>(Node.prototype, 'nextSibling');
  const parent = getter<Node | null>(Node.prototype, 'parentNode');
  const data = getter<string>(CharacterData.prototype, 'data');
  const firstElement = getter<Element | null>(Element.prototype, 'firstElementChild');
  const contentOf = getter<string | null>(Node.prototype, 'textContent');
  const openRoot = getter<ShadowRoot | null>(Element.prototype, 'shadowRoot');
  const slotOf = getter<HTMLSlotElement | null>(Element.prototype, 'assignedSlot');
  const connected = getter<boolean>(Node.prototype, 'isConnected');
  const { getAttribute, hasAttribute, getAttributeNames } = Element.prototype;
  const { getBoundingClientRect, checkVisibility } = Element.prototype;
  const { assignedNodes } = HTMLSlotElement.prototype;
  const { getRootNode } = Node.prototype;
  const computed = window.getComputedStyle;
  /** https://html.spec.whatwg.org/multipage/forms.html#category-label */
  const labelable = /^(button|input|meter|output|progress|select|textarea)$/;
  const noMargins: readonly [boolean, boolean] = [false, false];
  /** Pixels of a narrow space. */
  const spaceWidth = 3;
  const seen = { opacityProperty: true, visibilityProperty: true };

  const prototypes: Readonly<Record<string, object>> = {
    input: HTMLInputElement.prototype,
    select: HTMLSelectElement.prototype,
    textarea: HTMLTextAreaElement.prototype,
    button: HTMLButtonElement.prototype,
    meter: HTMLMeterElement.prototype,
    progress: HTMLProgressElement.prototype,
    output: HTMLOutputElement.prototype,
    label: HTMLLabelElement.prototype,
    a: HTMLAnchorElement.prototype,
    area: HTMLAreaElement.prototype,
    img: HTMLImageElement.prototype,
  };
  const getters = new Map<string, ((target: object) => unknown) | null>();

  /** A property as HTML defines it for this element, whatever the page has put in its place; else undefined. */
  const property = (element: Element, name: string): unknown => {
    const key = `${tag(element)}.${name}`;
    let get = getters.get(key);
    if (get === undefined) {
      const prototype = Object.hasOwn(prototypes, tag(element)) ? prototypes[tag(element)] : undefined;
      get = prototype && Object.hasOwn(prototype, name) ? getter<unknown>(prototype, name) : null;
      getters.set(key, get);
    }
    return get?.(element);
  };

  /** Labels by their controls, for each document or shadow root; null while nothing is read. */
  let labelIndex: Map<Node, Map<Element, Element[]>> | null = null;

  const labelsIn = (root: Document | ShadowRoot): Map<Element, Element[]> => {
    const known = labelIndex?.get(root);
    if (known) return known;
    const labels = new Map<Element, Element[]>();
    for (const label of root.querySelectorAll('label')) {
      const control = property(label, 'control');
      if (!(control instanceof Element)) continue;
      const others = labels.get(control);
      if (others) others.push(label);
      else labels.set(control, [label]);
    }
    labelIndex?.set(root, labels);
    return labels;
  };

  /** Asking the browser for the labels of one element takes it through the whole document. */
  const labelsOf = (element: Element): readonly Element[] => {
    if (!labelable.test(tag(element)) && !tag(element).includes('-')) return [];
    const root = labelIndex ? rootOf(element) : null;
    if (root) return labelsIn(root).get(element) ?? [];
    const labels = property(element, 'labels');
    return labels instanceof NodeList ? [...labels].filter(isElement) : [];
  };

  const rootOf = (element: Element): Document | ShadowRoot | null => {
    const root: Node = getRootNode.call(element);
    return root instanceof Document || root instanceof ShadowRoot ? root : null;
  };

  /** The shadow root of an element, open or closed. */
  const rootIn = (element: Element): ShadowRoot | null => openRoot(element) ?? closedRoot(element);

  /** Nobody reads more than this, and a page may hold any amount of it. */
  const short = (text: string): string => (text.length > 500_000 ? text.slice(0, 500_000) : text);

  /** Tests whether an attribute says no more than how an element looks. */
  const isStyleAttribute = (name: string): boolean => name === 'class' || name === 'style' || name === 'id';

  const isElement = (node: Node): node is Element => type(node) === 1;
  const attribute = (element: Element, name: string): string => getAttribute.call(element, name) ?? '';

  /** Nodes that stand in a slot; null when there are none, or the element is no slot. */
  const assigned = (element: Element): readonly Node[] | null => {
    if (tag(element) !== 'slot') return null;
    const nodes: Node[] = assignedNodes.call(element);
    return nodes.length > 0 ? nodes : null;
  };
  /** The first of the nodes that an element or its shadow root holds. */
  const firstOf = (element: Element): Node | null => first(rootIn(element) ?? element);

  /** Children as they are shown: a shadow root stands for its host, assigned nodes for their slot. */
  const eachChild = (element: Element, visit: (node: Node) => void): void => {
    const inSlot = assigned(element);
    if (inSlot) for (const node of inSlot) visit(node);
    else for (let node = firstOf(element); node; node = next(node)) visit(node);
  };

  let cursorOwner: Element | null = null;
  let cursors: readonly [string, string] = ['', ''];

  /** The element that contains this one as it is shown, across shadow borders. */
  const parentOf = (element: Element): Element | null => {
    const above: Node | null = slotOf(element) ?? parent(element);
    if (!above) return null;
    if (type(above) === 11 && above instanceof ShadowRoot) return above.host;
    return isElement(above) ? above : null;
  };

  const contains = (outer: Element, inner: Element): boolean => {
    for (let element: Element | null = inner; element; element = parentOf(element)) {
      if (element === outer) return true;
    }
    return false;
  };

  return {
    tag,
    type,
    /** The element that a node stands in; of the nodes of a shadow root its host. */
    holderOf(node: Node): Element | null {
      const above = parent(node);
      if (above instanceof ShadowRoot) return above.host;
      return above && isElement(above) ? above : null;
    },
    data: (node: object): string => short(data(node)),
    /** All text under an element, shown or not. */
    textUnder: (element: Element): string => short(contentOf(element) ?? ''),
    firstElement,
    isElement,
    attribute,
    attributeNames: (element: Element): readonly string[] => getAttributeNames.call(element),
    assigned,
    first,
    firstOf,
    next,
    eachChild,
    parentOf,
    contains,
    connected,
    property,
    labelsOf,
    has: (element: Element, name: string): boolean => hasAttribute.call(element, name),
    holdsElements: (element: Element): boolean =>
      firstElement(element) !== null || rootIn(element) !== null || tag(element) === 'slot',
    /** Tests whether its attributes say no more than how it looks. */
    isBare: (element: Element): boolean => getAttributeNames.call(element).every(isStyleAttribute),
    isStyleAttribute,
    /** Tests whether it has a box at all, and, when asked for, whether its style and those around it show it. */
    renders: (element: Element, isSeen: boolean): boolean =>
      checkVisibility.call(element, isSeen ? seen : undefined),
    style: (element: Element): CSSStyleDeclaration => computed(element),
    pseudoStyle: (element: Element, pseudo: string): CSSStyleDeclaration => computed(element, pseudo),
    box: (element: Element): RawBox => {
      const { x, y, width, height } = getBoundingClientRect.call(element);
      return [x, y, width, height];
    },
    rootIn,
    rootOf,
    /** Between these two calls the document does not change, and labels are looked up once. */
    beginRead(): void {
      labelIndex = new Map();
    },
    endRead(): void {
      labelIndex = null;
      cursorOwner = null;
    },
    /** Notes the shape of the pointer over an element, and over what is around it, for those who ask next. */
    noteCursor(element: Element, cursor: string, around: string): void {
      cursorOwner = element;
      cursors = [cursor, around];
    },
    /** The shape of the pointer over an element. */
    cursorOf: (element: Element): string => (cursorOwner === element ? cursors[0] : computed(element).cursor),
    /** The shape of the pointer around an element, an empty string for the root. */
    cursorAround(element: Element): string {
      if (cursorOwner === element) return cursors[1];
      const above = parentOf(element);
      return above ? computed(above).cursor : '';
    },
    /** Tests whether margins keep an element apart from the text before and after it, as a space would. */
    margins({ marginInlineStart, marginInlineEnd }: CSSStyleDeclaration): readonly [boolean, boolean] {
      const before = Number.parseFloat(marginInlineStart) >= spaceWidth;
      const after = Number.parseFloat(marginInlineEnd) >= spaceWidth;
      return before || after ? [before, after] : noMargins;
    },
    squeeze: (text: string): string => short(text).replace(/\s+/g, ' ').trim(),
    /** As `squeeze`, but a space stands for the blanks at each end. */
    squeezeValue: (text: string): string => short(text).replace(/\s+/g, ' '),
  };
}

export type Dom = ReturnType<typeof makeDom>;
