import {
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Change } from './find-changes.ts';
import type { Json, Path } from './json.ts';
import type { ReadText } from './read-yaml.ts';
import {
  columnOf,
  indented,
  lineEnd,
  lineStart,
  renderItem,
  renderMember,
  renderValue,
} from './render-yaml.ts';

/** A part of a text that becomes another one. */
interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Returns a text with a change, in which the rest is as it was; null where the source does not admit that, such as in a collection in
 * braces.
 */
export function applyChange(text: string, { document }: ReadText, change: Change): string | null {
  const splices = splicesOf(text, document.contents, change);
  if (splices === null) return null;
  return [...splices]
    .sort((a, b) => b.from - a.from)
    .reduce((result, { from, to, text: part }) => result.slice(0, from) + part + result.slice(to), text);
}

function splicesOf(text: string, root: Node | null, change: Change): readonly Splice[] | null {
  if (change.type === 'insert' || change.type === 'move') {
    const list = nodeAt(root, change.path);
    if (!isSeq(list) || list.flow || list.items.length === 0) return null;
    return change.type === 'insert'
      ? insertItem(text, list, change.index, change.value)
      : moveItem(text, list, change.from, change.to);
  }
  const last = change.path.at(-1);
  const parent = nodeAt(root, change.path.slice(0, -1));
  if (last === undefined || !isCollection(parent) || parent.flow || hasFlowAbove(root, change.path))
    return null;
  if (isSeq(parent)) {
    if (typeof last !== 'number') return null;
    return change.type === 'remove'
      ? removeItem(text, parent, last)
      : setItem(text, parent, last, change.value);
  }
  if (!isMap(parent)) return null;
  const index = parent.items.findIndex(({ key }) => isScalar(key) && key.value === last);
  const pair = parent.items[index];
  if (change.type === 'remove') return pair ? removeMember(text, parent, index) : null;
  return pair ? setMember(text, pair, change.value) : addMember(text, parent, String(last), change.value);
}

function setMember(text: string, pair: Pair, value: Json): readonly Splice[] | null {
  const { key, value: old } = pair;
  const place = rangeOf(key);
  if (!place || !isScalar(key)) return null;
  const column = columnOf(text, place.from);
  if (isScalar(old) && old.range && old.range[1] > old.range[0]) {
    const inline = renderValue(value, old.type);
    if (inline !== null) {
      const [from, end] = old.range;
      // The source of a block scalar ends with its line break.
      return [{ from, to: trimmedEnd(text, from, end), text: indented(inline, column) }];
    }
  }
  return [
    {
      from: place.from,
      to: pairEnd(text, pair),
      text: indented(renderMember(String(key.value), value), column),
    },
  ];
}

function addMember(text: string, map: YAMLMap, name: string, value: Json): readonly Splice[] | null {
  const [first, last] = [map.items[0], map.items.at(-1)];
  const place = rangeOf(first?.key);
  if (!place || !last) return null;
  const column = columnOf(text, place.from);
  const at = lineEnd(text, pairEnd(text, last));
  return [
    { from: at, to: at, text: `\n${' '.repeat(column)}${indented(renderMember(name, value), column)}` },
  ];
}

function removeMember(text: string, map: YAMLMap, index: number): readonly Splice[] | null {
  const pair = map.items[index];
  const place = rangeOf(pair?.key);
  if (!pair || !place || map.items.length === 1) return null;
  const start = lineStart(text, place.from);
  if (text.slice(start, place.from).trim() === '')
    return [{ from: start, to: Math.min(text.length, lineEnd(text, pairEnd(text, pair)) + 1), text: '' }];
  // The first member of an item stands behind the dash.
  const next = rangeOf(map.items[index + 1]?.key);
  return next ? [{ from: place.from, to: next.from, text: '' }] : null;
}

function setItem(text: string, list: YAMLSeq, index: number, value: Json): readonly Splice[] | null {
  const place = rangeOf(list.items[index]);
  if (!place) return null;
  const column = columnOf(text, place.from);
  return [
    {
      from: place.from,
      to: trimmedEnd(text, place.from, place.to),
      text: indented(renderItem(value).slice(2), column),
    },
  ];
}

function insertItem(text: string, list: YAMLSeq, index: number, value: Json): readonly Splice[] | null {
  const first = dashOf(list, 0);
  if (first === null) return null;
  const column = columnOf(text, first);
  const item = `${' '.repeat(column)}${indented(renderItem(value), column)}`;
  if (index === 0) {
    const at = withComments(text, first);
    return [{ from: at, to: at, text: `${item}\n` }];
  }
  const at = itemEnd(text, list, index - 1);
  return at === null ? null : [{ from: at, to: at, text: `\n${item}` }];
}

function removeItem(text: string, list: YAMLSeq, index: number): readonly Splice[] | null {
  const dash = dashOf(list, index);
  const end = itemEnd(text, list, index);
  if (dash === null || end === null || list.items.length === 1) return null;
  if (text.slice(lineStart(text, dash), dash).trim() !== '') return null;
  return [{ from: withComments(text, dash), to: Math.min(text.length, end + 1), text: '' }];
}

function moveItem(text: string, list: YAMLSeq, from: number, to: number): readonly Splice[] | null {
  const removed = removeItem(text, list, from)?.[0];
  if (!removed) return null;
  const moved = text.slice(removed.from, removed.to).replace(/\n$/, '');
  if (to === 0) {
    const first = dashOf(list, 0);
    if (first === null) return null;
    const at = withComments(text, first);
    return [removed, { from: at, to: at, text: `${moved}\n` }];
  }
  // The place is counted without the item that moves.
  const at = itemEnd(text, list, to > from ? to : to - 1);
  return at === null ? null : [removed, { from: at, to: at, text: `\n${moved}` }];
}

/** Returns the node at a path of maps and lists; null when there is none, or it is reached through an alias. */
function nodeAt(root: Node | null, path: Path): Node | null {
  let node: unknown = root;
  for (const key of path) node = isMap(node) || isSeq(node) ? node.get(key, true) : null;
  return (node ?? null) as Node | null;
}

function hasFlowAbove(root: Node | null, path: Path): boolean {
  return path.some((_, depth) => {
    const node = nodeAt(root, path.slice(0, depth));
    return isCollection(node) && node.flow === true;
  });
}

function rangeOf(node: unknown): { readonly from: number; readonly to: number } | null {
  const range = isPair(node) ? null : (node as Node | null | undefined)?.range;
  return range ? { from: range[0], to: range[1] } : null;
}

/** Returns where a member ends, without the comment behind it. */
function pairEnd(text: string, { key, value }: Pair): number {
  const [name, place] = [rangeOf(key), rangeOf(value)];
  const start = name?.to ?? 0;
  if (place && place.to > place.from) return trimmedEnd(text, start, place.to);
  const colon = text.indexOf(':', start);
  return colon === -1 ? start : colon + 1;
}

function trimmedEnd(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && /\s/.test(text[at - 1] ?? '')) at--;
  return at;
}

/** Returns the end of the last line of an item. */
function itemEnd(text: string, list: YAMLSeq, index: number): number | null {
  const dash = dashOf(list, index);
  if (dash === null) return null;
  const place = rangeOf(list.items[index]);
  return lineEnd(text, place ? Math.max(dash + 1, trimmedEnd(text, dash, place.to)) : dash + 1);
}

function dashOf({ srcToken }: YAMLSeq, index: number): number | null {
  if (srcToken?.type !== 'block-seq') return null;
  return srcToken.items[index]?.start.find(({ type }) => type === 'seq-item-ind')?.offset ?? null;
}

/** Returns the start of the line of `at`, or of the comments directly above it. */
function withComments(text: string, at: number): number {
  let start = lineStart(text, at);
  while (start > 0) {
    const above = lineStart(text, start - 1);
    if (!/^\s*#/.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
}
