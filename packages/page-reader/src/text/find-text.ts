import { type PageGroup, type PageItem, type PageNode, titleOf } from '../tree/page-tree.ts';
import {
  groupEqualItems,
  maximumInlineOptions,
  type PrintOptions,
  printItems,
  quote,
} from './lines/print-item.ts';
import { itemsIn, leavesIn, sameText } from './lines/tree-queries.ts';

/** Result of a search on a page. */
export interface FoundText {
  /** Number of places that hold the text. */
  readonly count: number;
  /** Ids near the places that the message tells, in its order. */
  readonly ids: readonly string[];
  /** For a model: where the text stands and what can be acted on there. */
  readonly message: string;
}

/** A piece of text and the items near it. */
interface Place {
  readonly path: string;
  readonly text: string;
  /** Text besides the names of its items. */
  readonly says: string;
  readonly near: readonly PageItem[];
}

const excerpt = 160;
const itemsNear = 6;

/**
 * Looks for a text in everything that was read: names, values, options and texts, seen or folded. Case, blanks and
 * variants of a letter do not count; when nobody says the whole text, places with all its words are told.
 *
 * @param places how many places the message tells
 */
export function findText(
  content: readonly PageNode[],
  wanted: string,
  places: number,
  print: PrintOptions,
): FoundText {
  const all = placesIn(content);
  const phrase = plain(wanted);
  const words = phrase.split(' ');
  if (phrase === '') return { count: 0, ids: [], message: 'Nothing was asked for: the text is empty.' };
  const whole = all.filter(({ text }) => plain(text).includes(phrase));
  const isWhole = whole.length > 0;
  const found = isWhole ? whole : all.filter(({ text }) => hasAll(plain(text), words));
  const told = found.slice(0, places);
  const name = quote(wanted, 80);
  if (told.length === 0) {
    return { count: 0, ids: [], message: `${name} stands nowhere on the page, folded parts included.` };
  }
  const what = isWhole ? `${name} stands in` : `Nothing says ${name}, but all its words stand in`;
  const count = found.length === 1 ? '1 place' : `${found.length} places`;
  const rest = found.length > told.length ? `, the first ${told.length} of which are` : '';
  return {
    count: found.length,
    ids: told.flatMap(({ near }) => near.map(({ element }) => element.id)),
    message: [
      `${what} ${count}${rest}:`,
      ...told.map((place) => line(place, isWhole ? phrase : (words[0] ?? ''), words, print)),
    ].join('\n'),
  };
}

function line(
  { path, says, near }: Place,
  wanted: string,
  words: readonly string[],
  print: PrintOptions,
): string {
  const alike = [...groupEqualItems(near, print, []).values()];
  const option = near.length === 1 ? optionOf(near[0], words) : '';
  const parts = [
    quote(around(says, wanted)),
    ...alike.map((items) => printItems(items, print)),
    option === '' ? '' : `has the option ${quote(option)}`,
    near.length === 0 ? 'with nothing near it to act on' : '',
  ];
  return `- ${path === '' ? '' : `${path}: `}${parts.filter(Boolean).join('  ')}`;
}

/** The option that was meant, when it does not print with its select. */
function optionOf(item: PageItem | undefined, words: readonly string[]): string {
  const { options = [] } = item?.element ?? {};
  if (options.length <= maximumInlineOptions) return '';
  return options.find(({ label }) => hasAll(plain(label), words))?.label ?? '';
}

/** The part of a long text in which a word or some of them stand. */
function around(text: string, wanted: string): string {
  if (text.length <= excerpt) return text;
  const at = Math.max(0, text.toLowerCase().indexOf(wanted) - excerpt / 3);
  const from = at === 0 ? '' : '…';
  return `${from}${text.slice(at, at + excerpt)}${at + excerpt < text.length ? '…' : ''}`;
}

function placesIn(content: readonly PageNode[], path: readonly string[] = []): readonly Place[] {
  const found: Place[] = [];
  const places = numbers(content);
  let headings: readonly { readonly level: number; readonly text: string }[] = [];
  const where = (): string => [...path, ...headings.map(({ text }) => quote(text, 60))].join(' > ');
  content.forEach((node, index) => {
    if (node.type === 'group' && isUnit(node)) {
      found.push(...unitPlaces(node, [...split(where()), places.get(node) ?? node.role].join(' > ')));
    } else if (node.type === 'group') {
      const { name } = node;
      // A heading that names it is found by itself.
      if (
        name !== '' &&
        !leavesIn(node)
          .slice(0, 5)
          .some((leaf) => leaf.type === 'text' && sameText(leaf.text, name))
      )
        found.push({ path: where(), text: name, says: titleOf(node), near: itemsIn(node).slice(0, 3) });
      found.push(...placesIn(node.content, [...split(where()), titleOf(node)]));
    } else if (node.type === 'frame') {
      found.push(...placesIn(node.content, [...split(where()), `frame ${node.letter}`]));
    } else {
      const says = node.type === 'item' ? '' : textIn(node);
      found.push({ path: where(), text: textIn(node), says, near: neighbours(content, index) });
      if (node.type === 'text' && node.level > 0) {
        const { level, text } = node;
        headings = [...headings.filter((above) => above.level < level), { level, text }];
      }
    }
  });
  return found;
}

/** A small unit is one place; a large one holds many. */
function unitPlaces(unit: PageGroup, path: string): readonly Place[] {
  const items = itemsIn(unit);
  if (items.length > itemsNear) return placesIn(unit.content, split(path));
  const leaves = leavesIn(unit).filter(({ type }) => type !== 'item');
  const names = new Set(items.map(({ element }) => element.name));
  const says = leaves.map(textIn).filter((text) => text !== '' && !names.has(text));
  return [{ path, text: textIn(unit), says: says.join(', '), near: items }];
}

/** The place of each row and entry among its equals: `row 3 of 12`. */
function numbers(siblings: readonly PageNode[]): ReadonlyMap<PageNode, string> {
  const named = new Map<PageNode, string>();
  for (const role of ['row', 'entry']) {
    const equals = siblings.filter((node) => node.type === 'group' && node.role === role);
    const word = role === 'row' ? 'row' : 'item';
    equals.forEach((node, index) => {
      named.set(node, `${word} ${index + 1} of ${equals.length}`);
    });
  }
  return named;
}

/** The item itself, or those before and after a text, the nearest of them first. */
function neighbours(content: readonly PageNode[], index: number): readonly PageItem[] {
  const node = content[index];
  if (node?.type === 'item') return [node];
  const items = (nodes: readonly PageNode[]) => nodes.flatMap((near) => itemsIn(near));
  const after = items(content.slice(index + 1, index + 7)).slice(0, 3);
  const isHeading = node?.type === 'text' && node.level > 0;
  const before = isHeading ? [] : items(content.slice(Math.max(0, index - 3), index)).slice(-1);
  return [...before, ...after];
}

function isUnit({ role }: PageGroup): boolean {
  return role === 'row' || role === 'entry' || role === 'columns';
}

function textIn(node: PageNode): string {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'image':
      return node.name;
    case 'item': {
      const { name, value, options = [] } = node.element;
      return [name, value ?? '', ...options.map(({ label }) => label)].filter(Boolean).join(' ');
    }
    default:
      return node.content.map(textIn).join(' ');
  }
}

function split(path: string): readonly string[] {
  return path === '' ? [] : [path];
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
