import type { Describe } from './describe.ts';
import type { Dom } from './dom.ts';
import type { Evidence } from './evidence.ts';
import type { Ids } from './ids.ts';
import type { Names } from './names.ts';
import type { RawBox, RawItem, RawNode } from './raw.ts';
import type { Context, Listing, Sheet } from './sheet.ts';
import type { Visibility } from './visibility.ts';

/** An element as the walk came upon it. */
export interface Seen {
  readonly name: string;
  readonly style: CSSStyleDeclaration;
  /** What is left of `box` after clipping. */
  readonly shown: RawBox;
  readonly box: RawBox;
  readonly cursor: string;
  readonly cursorAround: string;
  readonly position: string;
  readonly isInline: boolean;
  readonly isShown: boolean;
  /** It has no attributes, so nothing needs to be looked for in them. */
  readonly isBare: boolean;
}

/** What the listing is made of. */
export interface ListParts {
  readonly dom: Dom;
  readonly names: Names;
  readonly evidence: Evidence;
  readonly describe: Describe;
  readonly ids: Ids;
  readonly visibility: Visibility;
}

/** Decides which elements can be acted on, and writes them down. Runs inside the page: no name from outside. */
export function makeList({ dom, names, evidence, describe, ids, visibility }: ListParts) {
  const { tag, attribute } = dom;
  const leaf = /^(button|link|tab|option|menuitem.*|treeitem|checkbox|radio|switch|cell|item)$/;

  const add = (
    sheet: Sheet,
    node: Element,
    kind: string,
    why: string,
    box: RawBox,
    context: Context,
    content = '',
  ): Listing => {
    const name = names.nameOf(node, kind, content);
    const item: Listing = {
      type: 'item',
      number: ids.numberOf(node),
      kind,
      name,
      value: describe.shownValue(node, kind),
      flags: describe.flagsOf(node, kind),
      hints: describe.hintsOf(node, name),
      box,
      why,
      tag: tag(node),
      options: describe.optionsOf(node),
      href: describe.hrefOf(node),
    };
    sheet.list(item, node, context);
    return item;
  };

  /** Evidence that counts only where nothing stronger is around. */
  const weakEvidence = (
    node: Element,
    { name, style, cursor, cursorAround, shown }: Seen,
    context: Context,
  ): string => {
    if (context.listed) return '';
    if (cursor === 'pointer' && cursorAround !== 'pointer' && name !== 'label') return 'pointer';
    if (shown[2] < 50 || shown[3] < 50) return '';
    if (name === 'canvas') return 'surface';
    if (name === 'svg') {
      const isLarge = shown[2] >= 100 && shown[3] >= 100;
      return isLarge && attribute(node, 'aria-hidden') !== 'true' ? 'surface' : '';
    }
    const scrolls = /^(auto|scroll)$/;
    const isRegion = scrolls.test(style.overflowY) || scrolls.test(style.overflowX);
    const hasMore = () =>
      node.scrollHeight > node.clientHeight + 20 || node.scrollWidth > node.clientWidth + 20;
    return isRegion && hasMore() ? 'surface' : '';
  };

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

  return {
    /** Lists an element that is shown, if anything speaks for it. `eats`: its text is its name. */
    list(sheet: Sheet, node: Element, seen: Seen, context: Context): { item: Listing; eats: boolean } | null {
      const { name, style, shown } = seen;
      if (name === 'body' || name === 'html') return null;
      const why = evidence.whyOf(node, seen.isBare) || weakEvidence(node, seen, context);
      if (!why) return null;
      if (style.pointerEvents === 'none' && !describe.isDisabled(node)) return null;
      const area = shown[2] * shown[3];
      const isOwn = /^(native|role|listener|handler|framework)$/.test(why);
      if (!isOwn && context.listed && area >= 0.95 * context.listed.box[2] * context.listed.box[3])
        return null;
      const kind = kindOf(node, name, why);
      const isDelegate = kind === 'item' && /^(listener|handler|framework)$/.test(why);
      if (isDelegate && area > 0.5 * innerWidth * innerHeight) return null;
      const content = leaf.test(kind) ? names.textOf(node) : null;
      const item = add(sheet, node, kind, why, shown, context, content ?? '');
      if (kind === 'scroll') item.flags.push(...scrollFlags(node));
      return { item, eats: content !== null && content.length <= 100 };
    },

    /** A field that is drawn by something else is listed in the place of its label. */
    listHidden(sheet: Sheet, node: Element, context: Context, own?: RawBox): void {
      const type = tag(node) === 'select' ? 'select' : attribute(node, 'type').toLowerCase();
      if (!/^(checkbox|radio|file|select)$/.test(type) || context.inert) return;
      const label = dom.labelsOf(node)[0];
      const proxy = label ? dom.box(label) : null;
      const box = own && visibility.isBig(own) ? own : proxy && visibility.isBig(proxy) ? proxy : null;
      if (!box && type !== 'file') return;
      const item = add(sheet, node, type, 'native', box ?? [0, 0, 0, 0], context);
      if (type === 'file') item.flags.push('hidden');
    },

    /** Whether what was found inside an item shows that it is none: it only delegates, or frames another one. */
    isSuperfluous(item: RawItem, inner: number, after: readonly RawNode[]): boolean {
      if (/^(listener|handler|framework)$/.test(item.why) && item.kind === 'item') return inner > 20;
      if (item.why !== 'pointer' || inner !== 1) return false;
      const only = after.find((node) => node.type === 'item' && node !== item);
      return only?.box.every((side, index) => Math.abs(side - (item.box[index] ?? 0)) <= 2) ?? false;
    },

    /** The control whose name a label already is; its text need not print again. */
    isLabelOfListed(node: Element): boolean {
      const control: unknown = dom.property(node, 'control');
      if (
        !(control instanceof Element) ||
        attribute(control, 'aria-label') ||
        attribute(control, 'aria-labelledby')
      ) {
        return false;
      }
      return visibility.isBig(dom.box(control)) || /^(checkbox|radio|file)$/.test(attribute(control, 'type'));
    },
  };
}

export type List = ReturnType<typeof makeList>;
