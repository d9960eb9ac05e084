import type { Box } from '@runwright/contract';
import type { PageItem, PageNode } from '../tree.ts';
import { itemsIn } from './nodes.ts';

/** Lists whose options stand on the page as controls of their own. */
export function openLists(content: readonly PageNode[]): ReadonlySet<PageItem> {
  const open = new Set<PageItem>();
  const items = content.flatMap(itemsIn);
  items.forEach((item, index) => {
    const [next, option] = [items[index + 1]?.element, item.element.options?.[0]];
    if (option && next?.kind === 'option' && next.name === option.label) open.add(item);
  });
  return open;
}

/**
 * Items that hold several others which print, one after the other, all that the item around them is called. The name of a
 * single one inside is also that of the whole. A name that says more than those inside stays as it is: what looks like
 * one of them may be a word of a message.
 */
export function namedInside(content: readonly PageNode[]): ReadonlySet<PageItem> {
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
