import type { Dom } from '../dom/dom.ts';
import type { ElementIds } from '../identity/element-ids.ts';
import type { FieldContainers } from '../names/field-containers.ts';
import type { ShownText } from '../names/shown-text.ts';
import type { RawBox, RawItem, RawNode } from '../raw-frame.ts';

/** A listed control around an element. */
export interface ListedAncestor {
  readonly box: RawBox;
  readonly kind: string;
  readonly element: Element;
}

/**
 * Tells elements that only pass on to a control what happens to them from controls of their own. Libraries put several
 * elements with listeners around and into each control.
 */
export function makeControlWrappers(
  dom: Dom,
  texts: ShownText,
  fieldContainers: FieldContainers,
  ids: ElementIds,
) {
  const { tag, attribute } = dom;
  /** Roles of elements that hold controls and take the focus or hear keys for them. */
  const container =
    /^(dialog|alertdialog|menu|menubar|listbox|tree|tablist|tabpanel|toolbar|radiogroup|grid|table|treegrid|list|group|form|main|navigation|region|document)$/;
  /** Maximum number of nodes that are searched for content. */
  const maximumVisited = 300;
  /** Pictures of this size are content, drawings smaller than the other one are icons. */
  const pictureSide = 24;
  const drawingSide = 48;

  const itemsIn = (nodes: readonly RawNode[]): readonly RawItem[] =>
    nodes.flatMap((node) =>
      node.type === 'item' ? [node] : node.type === 'group' ? itemsIn(node.content) : [],
    );

  const isContainer = (element: Element): boolean => container.test(attribute(element, 'role'));

  const isAtLeast = (element: Element, side: number): boolean => {
    const [, , width, height] = dom.box(element);
    return width >= side && height >= side;
  };

  const area = ([, , width, height]: RawBox): number => width * height;

  /** A box to tick that has its name only from a text beside it, which may be there to be pressed for something else. */
  const isNamedBeside = ({ number, kind }: RawItem): boolean => {
    const element = ids.element(number);
    if (!element || !/^(checkbox|radio|switch)$/.test(kind)) return false;
    const isNamed = ['aria-label', 'aria-labelledby', 'title'].some((name) => dom.has(element, name));
    return !isNamed && dom.labelsOf(element).every((label) => texts.labelText(label) === '');
  };

  /** Tests whether an element shows a text or a picture that none of the controls inside says. */
  const hasOwnContent = (element: Element, inner: readonly RawItem[]): boolean => {
    const controls = new Set(inner.map(({ number }) => ids.element(number)));
    const said = new Set(
      inner
        .flatMap((item) => [
          isNamedBeside(item) ? '' : item.name,
          ...(item.value ?? '').split(', '),
          item.value ?? '',
        ])
        .map(dom.squeeze),
    );
    let visited = 0;
    const shows = (node: Node, holder: Element): boolean => {
      visited += 1;
      if (visited > maximumVisited) return true;
      if (dom.type(node) === 3) {
        const text = dom.squeeze(dom.data(node));
        return /[\p{L}\p{N}]/u.test(text) && !said.has(text) && !fieldContainers.isPlaceholder(holder);
      }
      if (!dom.isElement(node) || controls.has(node)) return false;
      const name = tag(node);
      if (/^(script|style|template|noscript|select|textarea|input)$/.test(name)) return false;
      if (/^(img|canvas|video|picture)$/.test(name)) return isAtLeast(node, pictureSide);
      if (name === 'svg') return isAtLeast(node, drawingSide);
      const style = dom.style(node);
      if (texts.isHidden(style) || Number(style.opacity) < 0.05) return false;
      const mayBeSmall = style.overflowX !== 'visible' || style.position === 'absolute';
      if (mayBeSmall && !isAtLeast(node, 2)) return false;
      if (/url\(/.test(style.backgroundImage) && isAtLeast(node, drawingSide)) return true;
      return holds(node);
    };
    const holds = (holder: Element): boolean => {
      let found = false;
      dom.eachChild(holder, (child) => {
        found ||= shows(child, holder);
      });
      return found;
    };
    return holds(element);
  };

  /** Tests whether the pointer turns into a hand here, and most of the element lies beside what is inside. */
  const hasOwnClickArea = (element: Element, item: RawItem, inner: readonly RawItem[]): boolean => {
    // What is drawn around the handle of a slider only moves it.
    if (inner.every(({ kind }) => kind === 'slider')) return false;
    const parent = dom.parentOf(element);
    const isHand =
      dom.style(element).cursor === 'pointer' && (!parent || dom.style(parent).cursor !== 'pointer');
    return isHand && inner.reduce((sum, { box }) => sum + area(box), 0) < 0.4 * area(item.box);
  };

  const isListenerReason = (why: string): boolean =>
    why === 'listener' || why === 'handler' || why === 'framework';

  /** Tests whether an item says nothing that the controls inside do not say, so that to list those is enough. */
  const isWrapper = (item: RawItem, content: readonly RawNode[]): boolean => {
    if (isBoxOfCombobox(item, content)) return true;
    if (!/^(item|cell)$/.test(item.kind) || item.flags.includes('draggable')) return false;
    const element = ids.element(item.number);
    const inner = itemsIn(content).filter(({ number }) => number !== item.number);
    if (!element || inner.length === 0) return false;
    if (holdsUnlistedField(element, inner)) return false;
    if (isContainer(element)) return true;
    return !hasOwnContent(element, inner) && !hasOwnClickArea(element, item, inner);
  };

  const isField = ({ kind }: RawItem): boolean =>
    /^(textbox|searchbox|combobox|spinbutton|slider|date|select|checkbox|radio|switch|color|file)$/.test(
      kind,
    );

  /** A box with the role of a combobox around the place to type in, which is listed as one. */
  const isBoxOfCombobox = (item: RawItem, content: readonly RawNode[]): boolean =>
    item.kind === 'combobox' &&
    item.tag !== 'input' &&
    itemsIn(content).some(
      (one) => one.number !== item.number && one.kind === 'combobox' && one.tag === 'input',
    );

  /** A field that shows only once the element around it is pressed. */
  const holdsUnlistedField = (element: Element, inner: readonly RawItem[]): boolean =>
    !inner.some(isField) &&
    element.querySelector('input:not([type=hidden]),textarea,[contenteditable]') !== null;

  const centreOf = ([x, y, width, height]: RawBox): readonly [number, number] => [
    x + width / 2,
    y + height / 2,
  ];

  /** Tests whether a click on the control around an element is one on the element, which says nothing more than the control. */
  const isPartOf = (element: Element, box: RawBox, around: ListedAncestor): boolean => {
    const [x, y] = centreOf(around.box);
    if (x < box[0] || y < box[1] || x > box[0] + box[2] || y > box[1] + box[3]) return false;
    const text = texts.textOf(element);
    if (text !== texts.textOf(around.element)) return false;
    if (text !== '' && text.length < 400) return true;
    const [ownX, ownY] = centreOf(box);
    const isAlone = element.parentElement?.childElementCount === 1;
    const isMiddle = isAlone && Math.abs(ownX - x) <= 2 && Math.abs(ownY - y) <= 2;
    return text === '' && (isMiddle || area(box) >= 0.5 * area(around.box));
  };

  /**
   * Hands role and state of an entry that hears nothing to the control inside that says the same, such as the title in an
   * entry of a tree or the link in an entry of a menu. True when the outer one is no longer needed.
   */
  const delegatesRole = (
    item: RawItem,
    content: readonly RawNode[],
    isHandled: (element: Element) => boolean,
  ): boolean => {
    if (!/^(role|focusable)$/.test(item.why) || !/^(treeitem|option|tab|menuitem.*)$/.test(item.kind))
      return false;
    const element = ids.element(item.number);
    if (!element || isHandled(element)) return false;
    const inner = itemsIn(content).filter(({ number }) => number !== item.number);
    const isReceiver = ({ kind, why, name }: RawItem): boolean =>
      name === item.name &&
      (kind === 'item'
        ? isListenerReason(why) || inner.length === 1
        : inner.length === 1 && /^(button|link)$/.test(kind));
    const receiver = inner.find(isReceiver);
    if (!receiver) return false;
    // Where a link leads is said by its kind.
    const isLinkOfMenu = receiver.kind === 'link' && item.kind === 'menuitem';
    Object.assign(receiver, {
      kind: isLinkOfMenu ? 'link' : item.kind,
      flags: [...new Set([...item.flags, ...receiver.flags])],
    });
    return true;
  };

  /** Hands state and name of a cell that is not listed to the only control inside, such as the day of a calendar. */
  const handDownCell = (item: RawItem, content: readonly RawNode[]): void => {
    const [only, ...others] = itemsIn(content).filter(({ number }) => number !== item.number);
    if (item.kind !== 'cell' || !only || others.length > 0 || isField(only)) return;
    const isWhole = ` ${item.name.replace(/[,.]/g, ' ')} `.includes(` ${only.name} `);
    Object.assign(only, {
      name: isWhole ? item.name : only.name,
      flags: [...new Set([...item.flags, ...only.flags])],
    });
  };

  /** The one field inside an element that is not shown itself, because the element is drawn in its place. */
  const hiddenField = (element: Element): Element | null => {
    if (isContainer(element)) return null;
    const found = element.querySelectorAll('input:not([type=hidden]),select,textarea');
    const [field] = found;
    if (!field || found.length !== 1 || attribute(field, 'aria-hidden') === 'true') return null;
    if (/^(checkbox|radio|file|range|color|submit|button|reset|image)$/i.test(attribute(field, 'type')))
      return null;
    // Nobody can type into it.
    if (!dom.renders(field, false)) return null;
    const [, , width, height] = dom.box(field);
    const isShown = width > 1 && height > 1 && dom.renders(field, true);
    return isShown ? null : field;
  };

  /** An empty layer over everything, which only keeps the pointer from what is below. */
  const isBackdrop = (element: Element, [, , width, height]: RawBox, position: string): boolean =>
    position === 'fixed' &&
    width >= 0.95 * innerWidth &&
    height >= 0.95 * innerHeight &&
    dom.firstElement(element) === null &&
    dom.textUnder(element).trim() === '';

  /** A part of the drawing of a slider, which stands beside its handle and says nothing. */
  const isRail = (element: Element): boolean => {
    if (dom.firstElement(element) !== null || dom.textUnder(element).trim() !== '') return false;
    const around = dom.parentOf(element);
    if (!around || isContainer(around) || /\p{L}/u.test(dom.textUnder(around))) return false;
    const sliders = around.querySelectorAll('[role=slider],input[type=range]').length;
    return sliders > 0 && sliders === around.querySelectorAll('[role],input,select,textarea,button,a').length;
  };

  return { isWrapper, isRail, isContainer, isPartOf, delegatesRole, handDownCell, hiddenField, isBackdrop };
}

export type ControlWrappers = ReturnType<typeof makeControlWrappers>;
