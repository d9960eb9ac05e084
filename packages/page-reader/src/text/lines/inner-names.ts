import type { Box } from '@runwright/contract';
import type { PageItem, PageNode } from '../../tree/page-tree.ts';
import { isFar, itemsIn, leavesIn, type Screen } from './tree-queries.ts';

/** Lists whose options stand on the page as controls of their own. */
export function expandedSelects(content: readonly PageNode[]): ReadonlySet<PageItem> {
  const open = new Set<PageItem>();
  const items = content.flatMap(itemsIn);
  items.forEach((item, index) => {
    const [next, option] = [items[index + 1]?.element, item.element.options?.[0]];
    if (option && next?.kind === 'option' && next.name === option.label) open.add(item);
  });
  return open;
}

/** Characters of the name of an item whose text prints in full below it. */
const longestBegin = 40;

/** Shorter names for items of which other lines say the rest. Items that keep their name are not in the answer. */
export function shortNames(content: readonly PageNode[], screen: Screen): ReadonlyMap<PageItem, string> {
  const leaves = content.flatMap(leavesIn);
  const names = new Map<PageItem, string>();
  leaves.forEach((leaf, index) => {
    const next = leaves[index + 1];
    if (leaf.type !== 'item' || next?.type !== 'text' || isFar(next.box, screen)) return;
    const begin = beginOf(leaf.element.name, next.text);
    if (begin !== null) names.set(leaf, begin);
  });
  for (const item of namedInside(content)) names.set(item, '');
  for (const item of namedByEntry(content)) names.set(item, '');
  return names;
}

/** Tests for an item that prints directly after the entry or cell around it, whose name is also its own. */
export function isNamedByEntry(outer: PageItem, inner: PageItem): boolean {
  const { kind, name } = outer.element;
  return (
    entry.test(kind) && name !== '' && name === inner.element.name && holds(outer.element, inner.element)
  );
}

const entry = /^(menuitem\w*|option|tab|treeitem|cell)$/;

/** Returns the beginning of a long name when the text that it is made of follows; else null. */
function beginOf(name: string, text: string): string | null {
  const [begin = '', end] = name.split('…');
  if (end === undefined || text === '') return null;
  if (!name.startsWith(text) && !text.startsWith(begin)) return null;
  if (text.length <= longestBegin) return text;
  return `${text.slice(0, text.lastIndexOf(' ', longestBegin) + 1 || longestBegin).trim()}…`;
}

/** Items that directly follow the entry or cell around them, which has the same name. */
function namedByEntry(content: readonly PageNode[]): readonly PageItem[] {
  const items = content.flatMap(itemsIn);
  return items.filter((item, index) => {
    const outer = items[index - 1];
    return outer !== undefined && isNamedByEntry(outer, item);
  });
}

/**
 * Items that hold several others which print, one after the other, all that the item around them is called. The name of a
 * single one inside is also that of the whole. A name that says more than those inside stays as it is: what looks like
 * one of them may be a word of a message.
 */
function namedInside(content: readonly PageNode[]): ReadonlySet<PageItem> {
  const inner = new Map<PageItem, string[]>();
  let around: readonly PageItem[] = [];
  for (const item of content.flatMap(itemsIn)) {
    around = around.filter((outer) => holds(outer.element, item.element));
    const outer = around.at(-1);
    if (outer) inner.set(outer, [...(inner.get(outer) ?? []), item.element.name]);
    around = [...around, item];
  }
  return new Set(
    [...inner].flatMap(([outer, names]) =>
      names.length > 1 && names.join(' ') === outer.element.name ? [outer] : [],
    ),
  );
}

function holds(outer: { frame: string; box: Box }, inner: { frame: string; box: Box }): boolean {
  const [one, other] = [outer.box, inner.box];
  return (
    outer.frame === inner.frame &&
    other.width * other.height < one.width * one.height &&
    other.x >= one.x - 1 &&
    other.y >= one.y - 1 &&
    other.x + other.width <= one.x + one.width + 1 &&
    other.y + other.height <= one.y + one.height + 1
  );
}
