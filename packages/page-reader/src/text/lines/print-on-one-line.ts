import type { PageGroup } from '../../tree/page-tree.ts';
import type { Cut, Leaf, Line } from './line.ts';
import type { LineContext } from './line-context.ts';
import { groupEqualItems, printItems, quote } from './print-item.ts';
import { type RowText, rowText } from './row-lines.ts';
import { isBlankRow } from './table-cells.ts';
import { areOffscreen, isBlank, isFar, isMessage, itemsIn, leavesIn, sameText } from './tree-queries.ts';

/** A row or entry stays on one line up to this much. */
const inlineText = 240;
const inlineItems = 8;
const inlineLeaves = 120;
const offscreen = ['offscreen'];

/** A row, an entry or another small group on one line; null when it is too large or has an order of its own. */
export function printOnOneLine(unit: PageGroup, context: LineContext, depth: number): Line | null {
  const items = itemsIn(unit);
  // Whether each repeats another is asked of all of them.
  if (leavesIn(unit).length > inlineLeaves) return null;
  const isEntry = unit.role === 'entry';
  if (items.length > inlineItems || !isFlat(unit) || (isEntry ? isBlank(unit) : isBlankRow(unit)))
    return null;
  const { parts, length } = isEntry ? entryParts(unit, context) : rowText(unit, context);
  if (length > inlineText || parts.length === 0) return null;
  const far = !context.keepsFar && isFar(unit.box, context.screen);
  const end = areOffscreen(items) && !context.saidOffscreen ? ['offscreen'] : [];
  const rest: Cut = items.length > 0 ? context.cutOf(items, far) : far ? 'far-text' : 'near-text';
  const cut = leavesIn(unit).some(isMessage) ? 'never' : rest;
  return {
    ...{ depth, cut, opens: false, landmark: context.landmark },
    text: [...parts, ...end].join('  '),
    leaves: leavesIn(unit),
  };
}

/** Text and controls of an entry in the order of the page. */
function entryParts(unit: PageGroup, context: LineContext): RowText {
  const leaves = unit.content.flatMap(leavesIn);
  const together = groupEqualItems(itemsIn(unit), context, offscreen);
  const parts: string[] = [];
  let run: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (run.length > 0) parts.push(quote(run.join(', ')));
    run = [];
  };
  for (const leaf of leaves) {
    if (leaf.type === 'item') {
      const alike = together.get(leaf);
      if (!alike) continue;
      flush();
      parts.push(printItems(alike, context, offscreen));
    } else if (!isRepeated(leaf, leaves)) {
      const text = leaf.type === 'text' ? leaf.text : leaf.name;
      if (text === '') continue;
      run.push(text);
      length += text.length;
    }
  }
  flush();
  // Something that is nothing but one control needs no sign that it is an entry.
  return {
    parts: parts.length > 1 || leaves.every(({ type }) => type !== 'item') ? dashed(parts) : parts,
    length,
  };
}

function dashed([first = '', ...others]: readonly string[]): readonly string[] {
  return first === '' ? [] : [`- ${first}`, ...others];
}

/** Tests whether a text or picture only repeats what another part of its unit says. */
function isRepeated(leaf: Exclude<Leaf, { type: 'item' }>, leaves: readonly Leaf[]): boolean {
  const text = leaf.type === 'text' ? leaf.text : leaf.name;
  return leaves.some((other) => {
    if (other === leaf) return false;
    if (other.type === 'item') return sameText(other.element.name, text);
    return leaf.type === 'image' && other.type === 'text' && sameText(other.text, text);
  });
}

/** Nothing inside has an order of its own that a line would lose. */
function isFlat(unit: PageGroup): boolean {
  return unit.content.every((node) => {
    if (node.type === 'frame') return false;
    if (node.type === 'item') return node.element.kind !== 'scroll';
    if (node.type !== 'group') return true;
    // The name of a cell does not print.
    const isUnnamed = node.name === '' || node.role === 'cell';
    return /^(cell|entry|list)$/.test(node.role) && isUnnamed && isFlat(node);
  });
}
