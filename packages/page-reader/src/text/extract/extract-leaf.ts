import type { PageItem, PageNode } from '../../tree/page-tree.ts';
import type { Leaf } from '../lines/line.ts';
import { escapeSign } from '../lines/table-cells.ts';
import type { DataPrintOptions } from './extract-lines.ts';

/** The text of a control or picture: its name, what is chosen or filled in, and the token of its address. */
export function leafText(
  leaf: Exclude<Leaf, { type: 'text' }>,
  print: DataPrintOptions,
  isNamed = true,
): string {
  if (leaf.type === 'item') return itemText(leaf, print, isNamed);
  const token = leaf.source === '' ? '' : ` {${print.tokenOf(leaf.source)}}`;
  return `${quoteName('image', leaf.name)}${token}`;
}

/** A word of ours with a name of the page in quotes, in which `"` prints as `\"`. */
export function quoteName(word: string, name: string): string {
  if (name === '') return word;
  const text = escapeSign(name, '"').replace(/(?<!\\)\\+$/, '$&$&');
  return `${word} "${text}"`;
}

/** The name of an item, which is whole where the item has the token of an address. */
export function nameOf({ element, wholeName }: PageItem): string {
  return element.kind === 'item' ? element.name : (wholeName ?? element.name);
}

/** The token of the address that an item leads to, or an empty string. */
export function linkTokenOf({ element: { href } }: PageItem, print: DataPrintOptions): string {
  const isAddress = href !== undefined && URL.canParse(href, print.url) && /^https?:/.test(href);
  return isAddress ? `{${print.tokenOf(href)}}` : '';
}

/** Texts that directly follow an item with a long name and are a part of it, so that they need not print again. */
export function continuationTexts(nodes: readonly PageNode[]): ReadonlySet<PageNode> {
  const said = new Set<PageNode>();
  let name = '';
  for (const node of nodes) {
    if (node.type === 'item') name = node.wholeName === undefined ? '' : nameOf(node);
    else if (node.type === 'text' && node.message === null && node.text !== '' && name.includes(node.text)) {
      said.add(node);
      name = name.slice(name.indexOf(node.text) + node.text.length);
    } else name = '';
  }
  return said;
}

function itemText(item: PageItem, print: DataPrintOptions, isNamed: boolean): string {
  const { element } = item;
  const state = element.flags.find((flag) => /^(un)?checked$|^mixed$|^selected$/.test(flag));
  const value = (item.wholeValue ?? element.value)?.trim() ?? (state === 'selected' ? undefined : state);
  const name = isNamed || value === undefined ? nameOf(item) : '';
  const text = value === undefined ? name : name === '' ? value : `${name}: ${value}`;
  return `${text} ${linkTokenOf(item, print)}`.trim();
}
