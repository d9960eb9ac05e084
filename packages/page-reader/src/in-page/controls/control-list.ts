import type { Dom } from '../dom/dom.ts';
import type { Ids } from '../identity/element-ids.ts';
import type { Names } from '../names/element-names.ts';
import type { RawBox, RawItem, RawNode, RawRequest } from '../raw-frame.ts';
import type { Context, Listing, Sheet } from '../tree/tree-builder.ts';
import type { Kin, Look } from '../visibility/style-cache.ts';
import type { Shade, Visibility } from '../visibility/visibility.ts';
import type { Describe } from './control-state.ts';
import type { OwnText } from './control-text.ts';
import type { Hover } from './hover-content.ts';
import type { StandIns } from './label-proxies.ts';
import type { Evidence } from './listing-reasons.ts';
import type { Wrappers } from './wrappers.ts';

/** An element as the walk came upon it. */
export interface Seen {
  readonly name: string;
  readonly style: Look;
  /** What is left of `box` after clipping. */
  readonly shown: RawBox;
  readonly box: RawBox;
  readonly cursor: string;
  /** What it inherits. */
  readonly shade: Shade;
  readonly position: string;
  readonly isInline: boolean;
  readonly isShown: boolean;
  readonly kin: Kin;
}

/** What the listing is made of. */
export interface ListParts {
  readonly dom: Dom;
  readonly names: Names;
  readonly evidence: Evidence;
  readonly describe: Describe;
  readonly ids: Ids;
  readonly visibility: Visibility;
  readonly standIns: StandIns;
  readonly hover: Hover;
  readonly wrappers: Wrappers;
  readonly ownText: OwnText;
}

/** Decides which elements can be acted on, and writes them down. */
export function makeList({
  dom,
  names,
  evidence,
  describe,
  ids,
  visibility,
  standIns,
  hover,
  wrappers,
  ownText,
}: ListParts) {
  const { tag, attribute } = dom;
  const leaf = /^(button|link|tab|option|menuitem.*|treeitem|checkbox|radio|switch|cell|item)$/;
  const { longestName, isHeard, isIn, holdsCells, isContainer, isLong, contentOf, isFrame } = ownText;
  /** The pointer shows that something can be pressed or moved. */
  const isHand = /^(pointer|move|grab|all-scroll)$/;
  /** What of an item a scroll region leaves in sight. */
  const inSight = new WeakMap<Listing, RawBox>();

  const add = (
    sheet: Sheet,
    node: Element,
    { kind, why, box, content = '', field = node }: Found,
    context: Context,
  ): Listing => {
    const name = (field === node ? '' : names.labelOf(field)) || names.nameOf(node, kind, content);
    const item: Listing = {
      type: 'item',
      number: ids.numberOf(node),
      kind,
      name,
      value: describe.shownValue(field, kind),
      flags: describe.flagsOf(field, kind),
      hints: describe.hintsOf(field, name),
      box,
      why,
      tag: tag(node),
      options: describe.optionsOf(node),
      href: describe.hrefOf(node),
    };
    if (hover.hasContent(node)) item.flags.push('has-hover-content');
    sheet.list(item, node, context);
    return item;
  };

  /** Marks what a scroll region has scrolled away; the viewport is looked at by others. */
  const place = (item: Listing, { shade, position }: Pick<Seen, 'shade' | 'position'>): void => {
    const { window } = shade;
    if (!window || position === 'fixed') return;
    const view = visibility.cut(item.box, window);
    inSight.set(item, view);
    const [x, y, width, height] = item.box;
    const isInViewport = x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0;
    if (isInViewport && !visibility.isBig(view)) item.flags.push('offscreen');
  };

  /** Evidence that counts only where nothing stronger is around. */
  const weakEvidence = (
    node: Element,
    { name, style, cursor, shade, shown }: Seen,
    context: Context,
  ): string => {
    if (context.listed) return '';
    if (isHand.test(cursor) && cursor !== shade.cursor && shade.cursor !== 'pointer' && name !== 'label') {
      // What is drawn in a label passes the pointer on to its control.
      const label = node.closest('label');
      return label && standIns.controlOf(label) ? '' : 'pointer';
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

  /** Whether all that a field shows is its value, such as that of a combobox that is drawn. */
  const isValue = (node: Element, { value, options }: RawItem): boolean =>
    value !== null &&
    options === null &&
    names.textOf(node).replaceAll(',', '') === value.replaceAll(',', '');

  /** What a box says in whose place nothing is chosen yet is how it asks to choose. */
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
    if (why !== 'surface' || name === 'canvas') return describe.kindOf(node);
    return name === 'svg' ? 'image' : 'scroll';
  };

  /** A box around what overflows an element without a size of its own, such as a link around a floating picture. */
  const spill = (node: Element, { box: own, shade, position }: Seen): RawBox | null => {
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
    const shown = visibility.shownBox([left, top, right - left, bottom - top], shade, position);
    return visibility.isBig(shown) ? shown : null;
  };

  /** A label without a control may be a control itself; one of a field that takes no room stands for the field. */
  const listLabel = (sheet: Sheet, node: Element, seen: Seen, context: Context): Listing | null => {
    const field = standIns.fieldBehind(node);
    if (!field || !visibility.isBig(seen.shown)) return null;
    const kind = describe.kindOf(field);
    const found: Found = { kind, why: 'native', box: seen.shown, content: names.textOf(node), field };
    const item = add(sheet, node, found, context);
    place(item, seen);
    return item;
  };

  /** Lists an area of a picture, which has no box of its own. */
  const listArea = (sheet: Sheet, node: Element, context: Context): void => {
    if (context.inert) return;
    const box = standIns.areaBox(node);
    const why = box ? evidence.whyOf(node, false) : '';
    if (!box || !why || !visibility.isBig(box)) return;
    add(sheet, node, { kind: describe.kindOf(node), why, box }, context);
  };

  /** What of an element speaks for listing it. What only holds controls takes the focus on behalf of them. */
  const whyOf = (node: Element, seen: Seen, context: Context): string => {
    const why = evidence.whyOf(node, seen.kin.isBare);
    const isFocusOnly = why === 'focusable' && !seen.kin.isBare && wrappers.isContainer(node);
    if (why && !isFocusOnly) return why;
    return seen.isShown ? weakEvidence(node, seen, context) : '';
  };

  /** Whether what was found is only a part of the listed control around it. */
  const isPart = (node: Element, { kind, why, box }: Found, { listed }: Context): boolean => {
    if (!listed || listed.kind === 'item') return false;
    const isSame = kind === listed.kind && kind === 'button';
    const isEntry = /^(tab|option|treeitem|menuitem.*)$/.test(listed.kind);
    const isAside =
      /^(presentation|none)$/.test(evidence.roleOf(node)) ||
      (isEntry && attribute(node, 'tabindex') === '-1');
    if (!isSame && !isAside && (kind !== 'item' || why === 'surface')) return false;
    return !describe.isDraggable(node) && wrappers.isPartOf(node, box, listed);
  };

  return {
    reading: describe.reading,

    /** Begins a read. */
    begin(mode: RawRequest['mode']): void {
      names.begin(mode);
      hover.begin();
    },

    /** The part of an item that is in sight, as far as scroll regions are concerned. */
    inSight: (item: Listing): RawBox => inSight.get(item) ?? item.box,

    listArea,

    /** Lists an element that is shown, if anything speaks for it. `eats`: its text is its name. */
    list(sheet: Sheet, node: Element, seen: Seen, context: Context): { item: Listing; eats: boolean } | null {
      const { name, style } = seen;
      if (name === 'html' || name === 'slot') return null;
      // A document may be a field as a whole; what else its root hears is meant for what is inside.
      if (name === 'body' && !evidence.isEditable(node)) return null;
      if (name === 'label' && standIns.controlOf(node)) {
        const item = listLabel(sheet, node, seen, context);
        return item && { item, eats: !isLong(node) };
      }
      const why = whyOf(node, seen, context);
      if (!why) return null;
      dom.noteCursor(node, seen.cursor, seen.shade.cursor);
      const shown = visibility.isBig(seen.shown) ? seen.shown : spill(node, seen);
      const isVisible = seen.isShown || style.visibility === 'visible';
      if (!shown || !isVisible) return null;
      if (seen.position !== 'static' && visibility.isCutAway(style.clipPath)) return null;
      // Far from the viewport nobody has followed how what is around fades.
      if (!dom.renders(node, context.far) && style.display !== 'contents') return null;
      if (style.pointerEvents === 'none' && !describe.isDisabled(node)) return null;
      const area = shown[2] * shown[3];
      const isOwn = why === 'native' || why === 'role' || isHeard(why);
      if (!isOwn && context.listed && area >= 0.95 * context.listed.box[2] * context.listed.box[3])
        return null;
      const own = kindOf(node, name, why);
      const isHeardItem = own === 'item' && isHeard(why);
      if (
        isHeardItem &&
        (isContainer(node, name, area) ||
          wrappers.isBackdrop(node, shown, seen.position) ||
          wrappers.isRail(node))
      )
        return null;
      if (isPart(node, { kind: own, why, box: shown }, context)) return null;
      const field = isHeardItem ? (wrappers.hiddenField(node) ?? node) : node;
      const kind = field === node ? own : describe.kindOf(field);
      const { content = null, inner = [] } = leaf.test(kind) ? contentOf(node, kind) : {};
      const item = add(sheet, node, { kind, why, box: shown, content: content ?? '', field }, context);
      place(item, seen);
      if (kind === 'scroll') item.flags.push(...scrollFlags(node));
      for (const option of standIns.openOptions(node)) {
        const box = dom.box(option);
        const text = dom.squeeze(attribute(option, 'label') || (option.textContent ?? ''));
        if (!visibility.isBig(box)) continue;
        const found = add(sheet, option, { kind: 'option', why: 'native', box, content: text }, context);
        place(found, {
          shade: { ...seen.shade, window: visibility.cut(shown, seen.shade.window) },
          position: '',
        });
      }
      // The text of a field is its value.
      const isWhole = kind !== 'treeitem' || content === names.textOf(node);
      const isSaid =
        content !== null &&
        isWhole &&
        content.length <= longestName &&
        isIn(item.name, content) &&
        !holdsCells(node, style) &&
        !(kind === 'item' && isFrame(node, inner));
      return {
        item,
        eats: kind === 'textbox' || isSaid || isValue(node, item) || isBlank(node, field, item),
      };
    },

    /** A field that is drawn by something else is listed in the place of its label. */
    listHidden(sheet: Sheet, node: Element, context: Context, own?: RawBox): void {
      if (context.inert) return;
      const type = tag(node) === 'select' ? 'select' : attribute(node, 'type').toLowerCase();
      if (!/^(checkbox|radio|file|select|range|color)$/.test(type)) return;
      const box = standIns.boxOfHidden(node, own);
      if (!box && type !== 'file') return;
      const kind = describe.kindOf(node);
      const item = add(sheet, node, { kind, why: 'native', box: box ?? [0, 0, 0, 0] }, context);
      if (type === 'file') item.flags.push('hidden');
    },

    /** Whether what was found inside an item shows that it is none: it only delegates, or frames another one. */
    isSuperfluous(item: RawItem, inner: number, after: readonly RawNode[]): boolean {
      if (isHeard(item.why) && item.kind === 'item' && inner > 20) return true;
      if (item.why === 'surface') return item.kind === 'image' && inner > 0;
      if (inner === 0) return false;
      const handled = (node: Element): boolean => evidence.handlerOf(node, false) !== '';
      return wrappers.isWrapper(item, after) || wrappers.handsOver(item, after, handled);
    },

    /** The control whose name a label already is; its text need not print again. */
    isLabelOfListed(node: Element): boolean {
      const control = standIns.controlOf(node);
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

/** What speaks for an item. */
interface Found {
  readonly kind: string;
  readonly why: string;
  readonly box: RawBox;
  /** Text that may name it. */
  readonly content?: string;
  /** The field whose state it shows, when that is another element. */
  readonly field?: Element;
}

export type List = ReturnType<typeof makeList>;
