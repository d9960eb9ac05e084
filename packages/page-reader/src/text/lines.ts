import type { Box } from '@runwright/contract';
import type { PageGroup, PageItem, PageNode, PageText } from '../tree.ts';
import { type Print, printItem, quoted } from './item.ts';
import type { Cut, Line } from './line.ts';

/** Height of a screen and the lines that did not print because they are far away. */
export interface LineContext extends Print {
  readonly viewport: { readonly width: number; readonly height: number };
  /** Counts text that is not printed because it is more than a screen away. */
  readonly skipText: (characters: number) => void;
}

/** Of a group of equal things this many print. */
const unitsShown = 12;
/** And this many stay when the budget is short. */
const unitsKept = 3;
/** A row or entry stays on one line up to this much. */
const inlineText = 240;
const inlineItems = 8;

/** The lines of a piece of the tree, at a depth. */
export function linesOf(content: readonly PageNode[], context: LineContext, depth = 0): readonly Line[] {
  return content.flatMap((node) => nodeLines(node, context, depth));
}

function nodeLines(node: PageNode, context: LineContext, depth: number): readonly Line[] {
  switch (node.type) {
    case 'item':
      return [line(depth, printItem(node, context), itemCut(node, context), 1)];
    case 'text':
      return textLine(node, context, depth);
    case 'image':
      if (screensAway(node.box, context) > 1 && context.mode === 'action') return [];
      return [line(depth, printImage(node.name, node.source, context), 'near-text')];
    case 'frame': {
      const head = `frame ${node.letter} ${[quoted(node.title), node.host].filter(Boolean).join(' ')}`;
      return opened(depth, context.mode === 'extract' ? '' : head, linesOf(node.content, context, depth + 1));
    }
    case 'group':
      return groupLines(node, context, depth);
  }
}

function textLine(node: PageText, context: LineContext, depth: number): readonly Line[] {
  const far = screensAway(node.box, context) > 1;
  if (context.mode === 'extract')
    return [line(depth, `${'#'.repeat(node.level)} ${node.text}`.trim(), 'near-text')];
  if (far && node.level === 0 && !node.alert) {
    context.skipText(node.text.length);
    return [];
  }
  const kind = node.alert ? 'alert ' : node.level > 0 ? 'heading ' : '';
  const cut = node.alert ? 'never' : far ? 'far-text' : 'near-text';
  return [line(depth, `${kind}${quoted(node.text)}`, cut)];
}

function groupLines(group: PageGroup, context: LineContext, depth: number): readonly Line[] {
  const { role, content } = group;
  if (role === 'row' || role === 'columns' || role === 'entry') return unitLines(group, context, depth);
  if (role === 'cell') return linesOf(content, context, depth);
  const units = unitsOf(content);
  const body = units.length > 1 ? foldedLines(group, units, context, depth) : null;
  if (role === 'list' && group.name === '' && units.length <= unitsShown) {
    return body ? body(depth) : linesOf(content, context, depth);
  }
  const count = role === 'table' ? ` ${units.length} rows` : role === 'list' ? ` ${units.length} items` : '';
  const top = group.top ? '  top layer' : '';
  const head =
    context.mode === 'extract' ? extractHead(group) : `${role}${spaced(quoted(group.name))}${count}${top}`;
  const inner = head === '' ? depth : depth + 1;
  return opened(depth, head, keepForm(group, body ? body(inner) : linesOf(content, context, inner)));
}

/** Rows and entries print on one line while that stays readable. */
function unitLines(unit: PageGroup, context: LineContext, depth: number): readonly Line[] {
  const items = itemsIn(unit);
  const { texts, isFlat } = textsIn(unit, context);
  if (context.mode === 'extract' && unit.role !== 'entry' && isFlat) {
    return [line(depth, `| ${texts.join(' | ')} |`, 'near-text')];
  }
  const text = texts.filter((part) => part !== '').join(', ');
  if (!isFlat || items.length > inlineItems || text.length > inlineText || context.mode === 'extract') {
    const head = unit.role !== 'entry' && context.mode !== 'extract' ? unit.role : '';
    return opened(depth, head, linesOf(unit.content, context, head ? depth + 1 : depth));
  }
  const far = screensAway(unit.box, context) > 1;
  const cut: Cut = items.length > 0 ? (far ? 'far-item' : unitCut(items)) : far ? 'far-text' : 'near-text';
  const named = items.map((item) => item.element.name).join(', ');
  // An entry that is nothing but its controls needs no text of its own.
  const label =
    unit.role !== 'entry' ? `${unit.role} ${quoted(text)}` : text === named ? '' : `- ${quoted(text)}`;
  const parts = [label, ...items.map((item) => printItem(item, context))].filter(
    (part) => part.trim() !== '',
  );
  return parts.length === 0 ? [] : [line(depth, parts.join('  '), cut, items.length)];
}

/** A long run of equal things: those in view, at least twelve, and a count of the others. */
function foldedLines(group: PageGroup, units: readonly PageGroup[], context: LineContext, depth: number) {
  return (at: number): readonly Line[] => {
    if (context.mode === 'extract' || units.length <= unitsShown) return linesOf(group.content, context, at);
    const seen = units.map((unit) => screensAway(unit.box, context) === 0);
    const first = Math.max(0, Math.min(seen.indexOf(true), units.length - unitsShown));
    const last = Math.max(first + unitsShown, seen.lastIndexOf(true) + 1);
    const shown = units.slice(first, last);
    const example = shown.flatMap(itemsIn)[0]?.element.id;
    const like = example === undefined || context.mode !== 'action' ? '' : ` like ${example}`;
    const hiddenItems = (hidden: readonly PageGroup[]) =>
      hidden.reduce((sum, unit) => sum + itemsIn(unit).length, 0);
    const isUnit = new Set<PageNode>(units);
    const beside = group.content.filter(
      (node) => !isUnit.has(node) && !(node.type === 'group' && unitsOf([node]).length > 0),
    );
    return [
      ...linesOf(beside, context, at),
      ...(first > 0
        ? [line(at, `+${first} before${like}, scroll up`, 'never', hiddenItems(units.slice(0, first)))]
        : []),
      ...shown.flatMap((unit, index) =>
        nodeLines(unit, context, at).map((each) =>
          index < unitsKept || each.cut === 'never' ? each : { ...each, cut: 'fold' as const },
        ),
      ),
      ...(last < units.length
        ? [
            line(
              at,
              `+${units.length - last} more${like}, scroll down`,
              'never',
              hiddenItems(units.slice(last)),
            ),
          ]
        : []),
    ].map((each) => ({ ...each, depth: Math.max(each.depth, depth) }));
  };
}

/** Rows or entries among the content; cells and row groups in between do not count. */
function unitsOf(content: readonly PageNode[]): readonly PageGroup[] {
  return content.filter(
    (node): node is PageGroup => node.type === 'group' && (node.role === 'row' || node.role === 'entry'),
  );
}

/** Nothing is taken from a form that is being filled in. */
function keepForm(group: PageGroup, lines: readonly Line[]): readonly Line[] {
  const inUse = (item: PageItem): boolean =>
    item.element.flags.some((flag) => flag === 'focused' || flag.startsWith('invalid')) ||
    (item.element.kind === 'textbox' && item.element.value !== null && item.element.value !== 'empty');
  const isKept = group.top || (group.role === 'form' && itemsIn(group).some(inUse));
  return isKept
    ? lines.map((each) => (each.items > 0 || group.top ? { ...each, cut: 'never' } : each))
    : lines;
}

function itemCut(item: PageItem, context: LineContext): Cut {
  if (context.isFresh(item.element.id)) return 'never';
  if (screensAway(item.element.box, context) > 1) return 'far-item';
  return unitCut([item]);
}

function unitCut(items: readonly PageItem[]): Cut {
  return items.every(({ element }) => element.kind === 'link') ? 'near-link' : 'never';
}

/** All text of a unit, cell by cell; not flat when it holds something with an inner order of its own. */
function textsIn(unit: PageGroup, context: LineContext): { texts: readonly string[]; isFlat: boolean } {
  let isFlat = true;
  const collect = (node: PageNode): string => {
    switch (node.type) {
      case 'text':
        return node.text;
      case 'item':
        return context.mode === 'extract'
          ? printItem(node, context)
          : node.element.value === null
            ? node.element.name
            : '';
      case 'image':
        return context.mode === 'extract' ? printImage(node.name, node.source, context) : node.name;
      case 'frame':
        isFlat = false;
        return '';
      case 'group':
        if (node.role !== 'cell' && node.role !== 'entry' && node.role !== 'list') isFlat = false;
        return join(node.content.map(collect));
    }
  };
  const join = (parts: readonly string[]): string =>
    parts.filter((part) => part !== '').join(context.mode === 'extract' ? ' ' : ', ');
  const texts = unit.content.map(collect);
  return { texts: context.mode === 'extract' ? texts : texts.filter((text) => text !== ''), isFlat };
}

function itemsIn(node: PageNode): readonly PageItem[] {
  if (node.type === 'item') return [node];
  return node.type === 'group' || node.type === 'frame' ? node.content.flatMap(itemsIn) : [];
}

function printImage(name: string, source: string, context: LineContext): string {
  const token = context.mode === 'extract' && source !== '' ? ` {${context.tokenOf(source)}}` : '';
  return `image ${quoted(name)}${token}`;
}

function extractHead({ role, name }: PageGroup): string {
  if (name === '') return '';
  return role === 'table' ? `table ${quoted(name)}` : '';
}

/** How many screens above or below the view something stands; 0 when it is in view. */
function screensAway(box: Box, { viewport }: LineContext): number {
  if (box.y + box.height < 0) return -(box.y + box.height) / viewport.height;
  return box.y > viewport.height ? (box.y - viewport.height) / viewport.height : 0;
}

function opened(depth: number, head: string, lines: readonly Line[]): readonly Line[] {
  if (lines.length === 0) return [];
  if (head === '') return lines;
  return [{ depth, text: head, cut: 'never', opens: true, items: 0 }, ...lines];
}

function line(depth: number, text: string, cut: Cut, items = 0): Line {
  return { depth, text, cut, opens: false, items };
}

function spaced(text: string): string {
  return text === '' ? '' : ` ${text}`;
}
