import type { Box } from '@runwright/contract';
import type { PageItem, PageNode } from '../../tree/page-tree.ts';
import type { Leaf } from './line.ts';

/** Size of the viewport. */
export interface Screen {
  readonly width: number;
  readonly height: number;
}

/** Returns the box of a node. */
export function boxOf(node: PageNode): Box {
  return node.type === 'item' ? node.element.box : node.box;
}

/** All items of a piece of the tree, in reading order. */
export function itemsIn(node: PageNode): readonly PageItem[] {
  return leavesIn(node).filter((leaf) => leaf.type === 'item');
}

/** Everything that prints of a piece of the tree, in reading order. */
export function leavesIn(node: PageNode): readonly Leaf[] {
  const leaves: Leaf[] = [];
  addLeaves(node, leaves);
  return leaves;
}

// One list for all levels: joining the lists of each takes most of the time of a long page.
function addLeaves(node: PageNode, leaves: Leaf[]): void {
  if (node.type === 'group' || node.type === 'frame')
    for (const inner of node.content) addLeaves(inner, leaves);
  else leaves.push(node);
}

/** Tests for errors and messages, which must not be left out. */
export function isMessage(leaf: Leaf): boolean {
  return leaf.type === 'text' && leaf.message !== null && leaf.text !== '';
}

/** Nothing of it prints: its text is far away and stayed in the page. */
export function isBlank(node: PageNode): boolean {
  return leavesIn(node).every((leaf) => leaf.type === 'text' && leaf.text === '');
}

/** Returns the distance from the view in screens; 0 when it is in view. */
export function screensAway(box: Box, { height }: Screen): number {
  if (box.y + box.height < 0) return -(box.y + box.height) / height;
  return box.y > height ? (box.y - height) / height : 0;
}

/** More than a screen away: headings and messages print, other text does not. */
export function isFar(box: Box, screen: Screen): boolean {
  return screensAway(box, screen) > 1;
}

/** Tests whether all items say that they are out of view, so that one word can say it for all of them. */
export function areOffscreen(items: readonly PageItem[]): boolean {
  return items.length > 0 && items.every(({ element }) => element.flags.includes('offscreen'));
}

/** Texts are equal for a reader, whatever marks stand at their end. */
export function sameText(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<![\s:*?.…])[\s:*?.…]+$/u, '')
    .trim();
}
