import type { Box } from '@runwright/contract';
import type { PageItem, PageNode } from '../tree.ts';
import { itemsIn } from './nodes.ts';

/** Shorter names are found in too many others. */
const shortest = 2;

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
 * Shorter names for items that hold other ones: what those are called prints with them and need not stand in the name of
 * the item around them too; it is empty when several print all of it. Items that keep their name are not in the answer.
 */
export function innerNames(content: readonly PageNode[]): ReadonlyMap<PageItem, string> {
  const names = new Map<PageItem, string>();
  let around: readonly PageItem[] = [];
  for (const item of content.flatMap(itemsIn)) {
    around = around.filter((outer) => holds(outer.element, item.element));
    const outer = around.at(-1);
    const { name } = item.element;
    if (outer && name.length >= shortest) {
      const left = without(names.get(outer) ?? outer.element.name, name);
      // The name of a single thing inside is also the whole's; of several, the last one's would be wrong for it.
      if (left !== '' || names.has(outer)) names.set(outer, left);
    }
    around = [...around, item];
  }
  return names;
}

function without(name: string, inner: string): string {
  const at = name.indexOf(inner);
  if (at < 0) return name;
  const end = at + inner.length;
  const isWhole = /^$|\s/.test(name.charAt(at - 1)) && /^$|\s/.test(name.charAt(end));
  return isWhole ? `${name.slice(0, at)} ${name.slice(end)}`.replaceAll(/\s+/g, ' ').trim() : name;
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
