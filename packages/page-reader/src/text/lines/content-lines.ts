import {
  type PageFrame,
  type PageGroup,
  type PageImage,
  type PageItem,
  type PageNode,
  type PageText,
  titleOf,
} from '../../tree/page-tree.ts';
import { findRepetitions, type Repetition } from './find-repetitions.ts';
import { foldRepetition } from './fold-lines.ts';
import { isNamedByEntry } from './inner-names.ts';
import type { Cut, Landmark, Leaf, Line } from './line.ts';
import type { LineContext } from './line-context.ts';
import { printItems, printWithoutId, quote } from './print-item.ts';
import { printOnOneLine } from './print-on-one-line.ts';
import { rowLines } from './row-lines.ts';
import { selectLines } from './select-lines.ts';
import { areOffscreen, isFar, itemsIn, leavesIn, sameText } from './tree-queries.ts';

/** Of items that differ in nothing but their ids so many share a line. */
const mostAlike = 10;
/** Characters of a text that may share a line with others, and of such a line. */
const shortText = 100;
const longLine = 240;
const landmarks = /^(header|nav|main|footer|aside|search|form|region|frame)$/;

/** The lines of a piece of the tree, at a depth. */
export function linesOf(content: readonly PageNode[], context: LineContext, depth = 0): readonly Line[] {
  return linesOfUnits(findRepetitions(content), context, depth);
}

/** The same where no repetition of equal things is looked for. */
export function linesOfUnits(
  nodes: readonly (PageNode | Repetition)[],
  context: LineContext,
  depth: number,
): readonly Line[] {
  const lines: Line[] = [];
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (!node) continue;
    if (node.type === 'repetition') lines.push(...foldRepetition(node, context, depth));
    else if (node.type === 'item') {
      const inner = onlyItemIn(nodes[index + 1]);
      if (inner && isNamedByEntry(node, inner)) {
        lines.push(...itemLines([[node], [inner]], context, depth));
        index += 1;
        continue;
      }
      const alike = alikeFrom(nodes, index, context);
      lines.push(...itemLines([alike], context, depth));
      index += alike.length - 1;
    } else if (node.type === 'text') {
      if (isRepeatedBeside(node, nodes[index - 1], nodes[index + 1])) continue;
      const together = shortFrom(nodes, index, context);
      lines.push(...textLines(together, context, depth));
      index += together.length - 1;
    } else lines.push(...nodeLines(node, context, depth));
  }
  return lines;
}

function nodeLines(
  node: PageImage | PageFrame | PageGroup,
  context: LineContext,
  depth: number,
): readonly Line[] {
  switch (node.type) {
    case 'image':
      if (isFar(node.box, context.screen)) return [];
      return [{ ...leafLine(node, context, depth), text: `image ${quote(node.name)}` }];
    case 'frame':
      return frameLines(node, context, depth);
    case 'group':
      return groupLines(node, context, depth);
  }
}

/** An item, or the one thing in an entry. */
function onlyItemIn(node: PageNode | Repetition | undefined): PageItem | null {
  if (node?.type === 'item') return node;
  if (node?.type !== 'group' || node.role !== 'entry' || node.top) return null;
  const [only, ...others] = leavesIn(node);
  return only?.type === 'item' && others.length === 0 ? only : null;
}

/** Equal items that follow each other. */
function alikeFrom(
  nodes: readonly (PageNode | Repetition)[],
  index: number,
  context: LineContext,
): readonly PageItem[] {
  const items: PageItem[] = [];
  let tail = '';
  for (let next = index; next < nodes.length && items.length < mostAlike; next += 1) {
    const node = nodes[next];
    if (node?.type !== 'item') break;
    const isOne = node.element.options !== undefined || node.element.kind === 'scroll';
    const itsTail = printWithoutId(node, context);
    if (items.length > 0 && (isOne || itsTail !== tail)) break;
    items.push(node);
    tail = itsTail;
    if (isOne) break;
  }
  return items;
}

/** A line of items: each part prints its equal items, two spaces after the part before. */
function itemLines(
  parts: readonly (readonly PageItem[])[],
  context: LineContext,
  depth: number,
): readonly Line[] {
  const items = parts.flat();
  const far = !context.keepsFar && items.every(({ element }) => isFar(element.box, context.screen));
  const hidden = context.saidOffscreen ? ['offscreen'] : [];
  return [
    {
      ...{ depth, opens: false, landmark: context.landmark, leaves: items },
      text: parts.map((alike) => printItems(alike, context, hidden)).join('  '),
      cut: context.cutOf(items, far),
    },
    ...items.flatMap((item) => selectLines(item, context, depth + 1)),
  ];
}

/** Short texts that follow each other, such as names and values, share a line. */
function shortFrom(
  nodes: readonly (PageNode | Repetition)[],
  index: number,
  context: LineContext,
): readonly PageText[] {
  const texts: PageText[] = [];
  let length = 0;
  for (let next = index; next < nodes.length; next += 1) {
    const node = nodes[next];
    if (node?.type !== 'text') break;
    length += node.text.length;
    const isPlain =
      node.level === 0 && node.message === null && node.text !== '' && node.text.length <= shortText;
    if (texts.length > 0 && (!isPlain || length > longLine || isFar(node.box, context.screen))) break;
    if (next > index && isRepeatedBeside(node, undefined, nodes[next + 1])) break;
    texts.push(node);
    if (!isPlain || isFar(node.box, context.screen)) break;
  }
  return texts;
}

function textLines(texts: readonly PageText[], context: LineContext, depth: number): readonly Line[] {
  const [first, ...others] = texts;
  if (!first || first.text === '') return [];
  if (others.length === 0) return textLine(first, context, depth);
  const text = quote(texts.map((each) => each.text).join(', '));
  return [{ ...leafLine(first, context, depth), text, leaves: texts }];
}

function textLine(node: PageText, context: LineContext, depth: number): readonly Line[] {
  const { text, level, message } = node;
  const far = isFar(node.box, context.screen) && !context.keepsFar;
  if (far && level === 0 && message === null) {
    context.skipText(text.length);
    return [];
  }
  const kind = message === null ? (level > 0 ? 'heading ' : '') : `${message} `;
  const cut: Cut = message !== null ? 'never' : far ? 'far-text' : 'near-text';
  return [{ ...leafLine(node, context, depth), text: `${kind}${quote(text)}`, cut }];
}

function frameLines(frame: PageFrame, context: LineContext, depth: number): readonly Line[] {
  const { letter, title, host, content } = frame;
  const head = `frame ${letter} ${[quote(title, 100), host].filter(Boolean).join(' ')}`.trim();
  const fold = context.folds.named(letter, `frame ${letter}`);
  const inside: LineContext = {
    ...context,
    path: `${context.path}/frame`,
    title: `frame ${letter}`,
    landmark: context.landmark ?? { foldId: letter, title: `frame ${letter}` },
    keepsFar: context.keepsFar || fold.part !== null,
  };
  return opened(head, linesOf(content, inside, depth + 1), context, depth);
}

function groupLines(group: PageGroup, context: LineContext, depth: number): readonly Line[] {
  const { role, name, content } = group;
  if (/^(row|columns|entry)$/.test(role)) return unitLines(group, context, depth);
  if (role === 'cell') return linesOf(content, context, depth);
  if (role === 'list' && name === '' && !group.top) return linesOf(content, context, depth);
  const count = content.filter((node) => node.type === 'group' && /^(row|entry)$/.test(node.role)).length;
  const landmark = context.landmark ?? landmarkOf(group, context);
  const isAway = !context.saidOffscreen && !group.top && areOffscreen(itemsIn(group));
  const fold = landmark ? context.folds.get(landmark.foldId) : undefined;
  const inside: LineContext = {
    ...{ ...context, landmark, path: `${context.path}/${role}`, title: titleOf(group) },
    keepsFar: context.keepsFar || fold?.part != null,
    saidOffscreen: context.saidOffscreen || isAway,
  };
  const what = role === 'table' ? ' rows' : role === 'list' ? ' items' : '';
  const head = [
    `${role}${name === '' ? '' : ` ${quote(name, 100)}`}${what && count > 0 ? ` ${count}${what}` : ''}`,
    group.top ? 'top layer' : '',
    isAway ? 'offscreen' : '',
  ];
  const lines = linesOf(withoutTitle(group), inside, depth + 1);
  return opened(head.filter(Boolean).join('  '), protectForm(group, lines), inside, depth);
}

/** A row or an entry: on one line, or its first line with the others under it. */
function unitLines(unit: PageGroup, context: LineContext, depth: number): readonly Line[] {
  const inline = printOnOneLine(unit, context, depth);
  if (inline) return [inline, ...itemsIn(unit).flatMap((item) => selectLines(item, context, depth + 1))];
  if (unit.role !== 'entry') return rowLines(unit, context, depth);
  const [first, ...others] = linesOf(unit.content, context, depth);
  if (!first) return [];
  // What stands deeper already stands under the first line by that.
  const shift = others.every((line) => line.depth > depth) ? 0 : 1;
  const text =
    first.leaves.some(({ type }) => type === 'item') || first.opens ? first.text : `- ${first.text}`;
  return [{ ...first, text }, ...others.map((line) => ({ ...line, depth: line.depth + shift }))];
}

function landmarkOf(group: PageGroup, { folds, path }: LineContext): Landmark | null {
  if (!landmarks.test(group.role)) return null;
  const title = titleOf(group);
  const members = itemsIn(group)
    .slice(0, 20)
    .map(({ element }) => element.id);
  return { foldId: folds.ofMembers(`${path}/${title}`, members, title).id, title };
}

/** The heading that a group has its name from does not print again. */
function withoutTitle({ name, content }: PageGroup): readonly PageNode[] {
  const [first, ...others] = content;
  if (name === '' || !first) return content;
  if (first.type === 'text' && sameText(first.text, name)) return others;
  return content;
}

/** Tests whether a text only repeats the name of the control beside it, or a heading that of what it heads. */
function isRepeatedBeside(
  { text, level, message }: PageText,
  before: PageNode | Repetition | undefined,
  after: PageNode | Repetition | undefined,
): boolean {
  if (message !== null) return false;
  if (level > 0) return after?.type === 'group' && after.name !== '' && sameText(after.name, text);
  return [before, after].some(
    (node) =>
      node?.type === 'item' &&
      (sameText(node.element.name, text) || sameText(node.element.value ?? '', text)),
  );
}

/** Nothing is taken from a layer on top or from a form that is being filled in. */
function protectForm(group: PageGroup, lines: readonly Line[]): readonly Line[] {
  if (group.top) return lines.map((line) => ({ ...line, cut: 'never' }));
  if (group.role !== 'form' || !itemsIn(group).some(isInUse)) return lines;
  return lines.map((line) =>
    line.leaves.some(({ type }) => type === 'item') ? { ...line, cut: 'never' } : line,
  );
}

function isInUse({ element: { kind, value, flags } }: PageItem): boolean {
  if (flags.some((flag) => flag === 'focused' || flag.startsWith('invalid'))) return true;
  return /^(textbox|searchbox|date|file)$/.test(kind) && value !== null && value !== 'empty';
}

function opened(
  head: string,
  lines: readonly Line[],
  { landmark }: LineContext,
  depth: number,
): readonly Line[] {
  if (lines.length === 0) return [];
  return [{ depth, text: head, cut: 'never', opens: true, leaves: [], landmark }, ...lines];
}

function leafLine(leaf: Leaf, { landmark }: LineContext, depth: number): Line {
  return { depth, text: '', cut: 'near-text', opens: false, leaves: [leaf], landmark };
}
