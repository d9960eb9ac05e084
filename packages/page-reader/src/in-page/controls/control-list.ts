import type { Dom } from '../dom/dom.ts';
import type { ElementIds } from '../identity/element-ids.ts';
import type { ElementNames } from '../names/element-names.ts';
import type { RawBox, RawItem, RawNode, RawRequest } from '../raw-frame.ts';
import type { DraftItem, TreeBuilder, TreeContext } from '../tree/tree-builder.ts';
import type { StyleGroup, StyleSubset } from '../visibility/style-cache.ts';
import type { InheritedVisibility, Visibility } from '../visibility/visibility.ts';
import type { ControlState } from './control-state.ts';
import type { ControlText } from './control-text.ts';
import type { ControlWrappers } from './control-wrappers.ts';
import type { HiddenControlProxies } from './hidden-control-proxies.ts';
import type { HoverContent } from './hover-content.ts';
import type { Interactivity } from './interactivity.ts';

/** An element as the traversal visits it. */
export interface VisitedElement {
  readonly name: string;
  readonly style: StyleSubset;
  /** Part of `box` that is left after clipping. */
  readonly shown: RawBox;
  readonly box: RawBox;
  readonly cursor: string;
  /** Visibility inherited from its ancestors. */
  readonly inherited: InheritedVisibility;
  readonly position: string;
  readonly isInline: boolean;
  readonly isShown: boolean;
  readonly styleGroup: StyleGroup;
}

/** Dependencies of the control list. */
export interface ControlListDeps {
  readonly dom: Dom;
  readonly names: ElementNames;
  readonly interactivity: Interactivity;
  readonly controlState: ControlState;
  readonly ids: ElementIds;
  readonly visibility: Visibility;
  readonly hiddenControlProxies: HiddenControlProxies;
  readonly hoverContent: HoverContent;
  readonly wrappers: ControlWrappers;
  readonly controlText: ControlText;
}

/** Selects the interactive elements and lists them with name, kind, state and box. */
export function makeControlList({
  dom,
  names,
  interactivity,
  controlState,
  ids,
  visibility,
  hiddenControlProxies,
  hoverContent,
  wrappers,
  controlText,
}: ControlListDeps) {
  const { tag, attribute } = dom;
  const leaf = /^(button|link|tab|option|menuitem.*|treeitem|checkbox|radio|switch|cell|item)$/;
  const {
    longestName,
    isListenerReason,
    saysAllOf,
    holdsCells,
    isContainer,
    isLong,
    contentOf,
    mayBeWrapper,
  } = controlText;
  /** The pointer shows that something can be pressed or moved. */
  const actionCursor = /^(pointer|move|grab|all-scroll)$/;
  /** Parts of items that scroll containers leave visible. */
  const visibleParts = new WeakMap<DraftItem, RawBox>();

  const add = (
    builder: TreeBuilder,
    node: Element,
    { kind, why, box, content = '', field = node }: Candidate,
    context: TreeContext,
  ): DraftItem => {
    const name = (field === node ? '' : names.labelOf(field)) || names.nameOf(node, kind, content);
    const item: DraftItem = {
      type: 'item',
      number: ids.numberOf(node),
      kind,
      name,
      value: controlState.shownValue(field, kind),
      flags: controlState.flagsOf(field, kind),
      hints: controlState.hintsOf(field, name),
      box,
      why,
      tag: tag(node),
      options: controlState.optionsOf(node),
      href: controlState.hrefOf(node),
    };
    if (hoverContent.hasContent(node)) item.flags.push('has-hover-content');
    builder.list(item, node, context);
    return item;
  };

  /** Flags items that a scroll container has scrolled out of view; the viewport is checked elsewhere. */
  const flagScrolledAway = (
    item: DraftItem,
    { inherited, position }: Pick<VisitedElement, 'inherited' | 'position'>,
  ): void => {
    const { scrollport: window } = inherited;
    if (!window || position === 'fixed') return;
    const view = visibility.cut(item.box, window);
    visibleParts.set(item, view);
    const [x, y, width, height] = item.box;
    const isInViewport = x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0;
    if (isInViewport && !visibility.isBig(view)) item.flags.push('offscreen');
  };

  /** Evidence that counts only where nothing stronger is around. */
  const weakReason = (
    node: Element,
    { name, style, cursor, inherited, shown }: VisitedElement,
    context: TreeContext,
  ): string => {
    if (context.listed) return '';
    if (
      actionCursor.test(cursor) &&
      cursor !== inherited.cursor &&
      inherited.cursor !== 'pointer' &&
      name !== 'label'
    ) {
      // What is drawn in a label passes the pointer on to its control.
      const label = node.closest('label');
      return label && hiddenControlProxies.controlOf(label) ? '' : 'pointer';
    }
    if (shown[2] < 50 || shown[3] < 50) return '';
    if (name === 'canvas') return 'surface';
    if (name === 'svg') {
      const isLarge = shown[2] >= 100 && shown[3] >= 100;
      return isLarge && attribute(node, 'aria-hidden') !== 'true' ? 'surface' : '';
    }
    const { overflowX } = style;
    // Where one is visible, the other one does not scroll.
    if (overflowX === 'visible') return '';
    const { overflowY } = style;
    const isRegion =
      overflowY === 'auto' || overflowY === 'scroll' || overflowX === 'auto' || overflowX === 'scroll';
    if (!isRegion) return '';
    const hasMore = node.scrollHeight > node.clientHeight + 20 || node.scrollWidth > node.clientWidth + 20;
    return hasMore ? 'surface' : '';
  };

  /** Tests whether all that a field shows is its value, such as that of a custom combobox. */
  const isValue = (node: Element, { value, options }: RawItem): boolean =>
    value !== null &&
    options === null &&
    names.textOf(node).replaceAll(',', '') === value.replaceAll(',', '');

  /** Tests for a box without a choice: its text is a prompt, not a value. */
  const isBlank = (node: Element, field: Element, { value }: RawItem): boolean =>
    field !== node && value === 'empty';

  const scrollFlags = (node: Element): string[] => {
    const pages = (length: number, size: number): string => (length / Math.max(size, 1)).toFixed(1);
    const below = node.scrollHeight - node.clientHeight - node.scrollTop;
    const right = node.scrollWidth - node.clientWidth - node.scrollLeft;
    return [
      node.scrollTop > 1 ? `^ ${pages(node.scrollTop, node.clientHeight)} pages` : '',
      below > 1 ? `v ${pages(below, node.clientHeight)} pages` : '',
      right > 1 ? `> ${pages(right, node.clientWidth)} pages` : '',
    ].filter((flag) => flag !== '');
  };

  const kindOf = (node: Element, name: string, why: string): string => {
    if (why !== 'surface' || name === 'canvas') return controlState.kindOf(node);
    return name === 'svg' ? 'image' : 'scroll';
  };

  /** A box around what overflows an element without a size of its own, such as a link around a floating picture. */
  const overflowBox = (node: Element, { box: own, inherited, position }: VisitedElement): RawBox | null => {
    if (visibility.isBig(own)) return null;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    let looked = 0;
    const visit = (child: Node): void => {
      looked += 1;
      if (looked > 30 || !dom.isElement(child)) return;
      const box = dom.box(child);
      if (!visibility.isBig(box) || dom.style(child).visibility !== 'visible') {
        dom.eachChild(child, visit);
        return;
      }
      left = Math.min(left, box[0]);
      top = Math.min(top, box[1]);
      right = Math.max(right, box[0] + box[2]);
      bottom = Math.max(bottom, box[1] + box[3]);
    };
    dom.eachChild(node, visit);
    if (right <= left) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      [left, top, right, bottom] = [text.left, text.top, text.right, text.bottom];
    }
    const shown = visibility.shownBox([left, top, right - left, bottom - top], inherited, position);
    return visibility.isBig(shown) ? shown : null;
  };

  /** A label without a control may be a control itself; one of a field that takes no room stands for the field. */
  const listLabel = (
    builder: TreeBuilder,
    node: Element,
    seen: VisitedElement,
    context: TreeContext,
  ): DraftItem | null => {
    const field = hiddenControlProxies.fieldOfLabel(node);
    if (!field || !visibility.isBig(seen.shown)) return null;
    const kind = controlState.kindOf(field);
    const found: Candidate = { kind, why: 'native', box: seen.shown, content: names.textOf(node), field };
    const item = add(builder, node, found, context);
    flagScrolledAway(item, seen);
    return item;
  };

  /** Lists an area of a picture, which has no box of its own. */
  const listArea = (builder: TreeBuilder, node: Element, context: TreeContext): void => {
    if (context.inert) return;
    const box = hiddenControlProxies.areaBox(node);
    const why = box ? interactivity.reasonFor(node, false) : '';
    if (!box || !why || !visibility.isBig(box)) return;
    add(builder, node, { kind: controlState.kindOf(node), why, box }, context);
  };

  /** Returns the reason for listing an element. A container that is only focusable takes the focus on behalf of its controls and has none. */
  const reasonFor = (node: Element, seen: VisitedElement, context: TreeContext): string => {
    const why = interactivity.reasonFor(node, seen.styleGroup.isBare);
    const isFocusOnly = why === 'focusable' && !seen.styleGroup.isBare && wrappers.isContainer(node);
    if (why && !isFocusOnly) return why;
    return seen.isShown ? weakReason(node, seen, context) : '';
  };

  /** Tests whether what was found is only a part of the listed control around it. */
  const isPart = (node: Element, { kind, why, box }: Candidate, { listed }: TreeContext): boolean => {
    if (!listed || listed.kind === 'item') return false;
    const isSame = kind === listed.kind && kind === 'button';
    const isEntry = /^(tab|option|treeitem|menuitem.*)$/.test(listed.kind);
    const isAside =
      /^(presentation|none)$/.test(interactivity.roleOf(node)) ||
      (isEntry && attribute(node, 'tabindex') === '-1');
    if (!isSame && !isAside && (kind !== 'item' || why === 'surface')) return false;
    return !controlState.isDraggable(node) && wrappers.isPartOf(node, box, listed);
  };

  return {
    meterText: controlState.meterText,

    /** Begins a read. */
    begin(mode: RawRequest['mode']): void {
      names.begin(mode);
      hoverContent.begin();
    },

    /** The part of an item that is in sight, as far as scroll regions are concerned. */
    visiblePart: (item: DraftItem): RawBox => visibleParts.get(item) ?? item.box,

    listArea,

    /** Lists an element that is shown, if anything speaks for it. `eats`: its text is its name. */
    list(
      builder: TreeBuilder,
      node: Element,
      seen: VisitedElement,
      context: TreeContext,
    ): { item: DraftItem; consumesText: boolean } | null {
      const { name, style } = seen;
      if (name === 'html' || name === 'slot') return null;
      // A document may be a field as a whole; what else its root hears is meant for what is inside.
      if (name === 'body' && !interactivity.isEditable(node)) return null;
      if (name === 'label' && hiddenControlProxies.controlOf(node)) {
        const item = listLabel(builder, node, seen, context);
        return item && { item, consumesText: !isLong(node) };
      }
      const why = reasonFor(node, seen, context);
      if (!why) return null;
      dom.noteCursor(node, seen.cursor, seen.inherited.cursor);
      const shown = visibility.isBig(seen.shown) ? seen.shown : overflowBox(node, seen);
      const isVisible = seen.isShown || style.visibility === 'visible';
      if (!shown || !isVisible) return null;
      if (seen.position !== 'static' && visibility.isCutAway(style.clipPath)) return null;
      // Far from the viewport nobody has followed how what is around fades.
      if (!dom.renders(node, context.far) && style.display !== 'contents') return null;
      if (style.pointerEvents === 'none' && !controlState.isDisabled(node)) return null;
      const area = shown[2] * shown[3];
      const isOwn = why === 'native' || why === 'role' || isListenerReason(why);
      if (!isOwn && context.listed && area >= 0.95 * context.listed.box[2] * context.listed.box[3])
        return null;
      const own = kindOf(node, name, why);
      const isHeardItem = own === 'item' && isListenerReason(why);
      if (
        isHeardItem &&
        (isContainer(node, name, area) ||
          wrappers.isBackdrop(node, shown, seen.position) ||
          wrappers.isRail(node))
      )
        return null;
      if (isPart(node, { kind: own, why, box: shown }, context)) return null;
      const field = isHeardItem ? (wrappers.hiddenField(node) ?? node) : node;
      const kind = field === node ? own : controlState.kindOf(field);
      const { content = null, inner = [] } = leaf.test(kind) ? contentOf(node, kind) : {};
      const item = add(builder, node, { kind, why, box: shown, content: content ?? '', field }, context);
      flagScrolledAway(item, seen);
      if (kind === 'scroll') item.flags.push(...scrollFlags(node));
      for (const option of hiddenControlProxies.openOptions(node)) {
        const box = dom.box(option);
        const text = dom.squeeze(attribute(option, 'label') || (option.textContent ?? ''));
        if (!visibility.isBig(box)) continue;
        const found = add(builder, option, { kind: 'option', why: 'native', box, content: text }, context);
        flagScrolledAway(found, {
          inherited: { ...seen.inherited, scrollport: visibility.cut(shown, seen.inherited.scrollport) },
          position: '',
        });
      }
      // The text of a field is its value.
      const isWhole = kind !== 'treeitem' || content === names.textOf(node);
      const isSaid =
        content !== null &&
        isWhole &&
        content.length <= longestName &&
        saysAllOf(item.name, content) &&
        !holdsCells(node, style) &&
        !(kind === 'item' && mayBeWrapper(node, inner));
      return {
        item,
        consumesText: kind === 'textbox' || isSaid || isValue(node, item) || isBlank(node, field, item),
      };
    },

    /** A field that is drawn by something else is listed in the place of its label. */
    listHidden(builder: TreeBuilder, node: Element, context: TreeContext, own?: RawBox): void {
      if (context.inert) return;
      const type = tag(node) === 'select' ? 'select' : attribute(node, 'type').toLowerCase();
      if (!/^(checkbox|radio|file|select|range|color)$/.test(type)) return;
      const box = hiddenControlProxies.boxOfHiddenField(node, own);
      if (!box && type !== 'file') return;
      const kind = controlState.kindOf(node);
      const item = add(builder, node, { kind, why: 'native', box: box ?? [0, 0, 0, 0] }, context);
      if (type === 'file') item.flags.push('hidden');
    },

    /** Tests whether what was found inside an item shows that it is none: it only delegates, or frames another one. */
    isRedundant(item: RawItem, inner: number, after: readonly RawNode[]): boolean {
      if (isListenerReason(item.why) && item.kind === 'item' && inner > 20) return true;
      if (item.why === 'surface') return item.kind === 'image' && inner > 0;
      if (inner === 0) return false;
      const handled = (node: Element): boolean => interactivity.handlerOf(node, false) !== '';
      if (!wrappers.isWrapper(item, after)) return wrappers.delegatesRole(item, after, handled);
      wrappers.handDownCell(item, after);
      return true;
    },

    /** The control whose name a label already is; its text need not print again. */
    isLabelOfListed(node: Element): boolean {
      const control = hiddenControlProxies.controlOf(node);
      if (!control || attribute(control, 'aria-label')) return false;
      // They print as text, and so does what they are called.
      if (/^(progress|meter|output)$/.test(tag(control))) return false;
      // A name is cut where it is long; then the text prints by itself.
      if (isLong(node)) return false;
      const others = attribute(control, 'aria-labelledby').split(/\s+/);
      if (others[0] && (others.length > 1 || others[0] !== attribute(node, 'id'))) return false;
      return visibility.isBig(dom.box(control)) || /^(checkbox|radio|file)$/.test(attribute(control, 'type'));
    },
  };
}

/** A candidate for the list. */
interface Candidate {
  readonly kind: string;
  readonly why: string;
  readonly box: RawBox;
  /** Text that may name it. */
  readonly content?: string;
  /** The field whose state it shows, when that is another element. */
  readonly field?: Element;
}

export type ControlList = ReturnType<typeof makeControlList>;
