import { type PageGroup, type PageItem, type PageNode, titleOf } from '../tree.ts';
import { type Print, printItem, quoted } from './item.ts';

/** What a search on a page came to. */
export interface FoundText {
  /** How many places hold the text. */
  readonly count: number;
  /** Ids near the places that the message tells, in its order. */
  readonly ids: readonly string[];
  /** For a model: where the text stands and what can be acted on there. */
  readonly message: string;
}

/** Something with a text of its own, and what stands near it. */
interface Place {
  readonly path: string;
  readonly text: string;
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
  print: Print,
): FoundText {
  const all = placesIn(content);
  const phrase = plain(wanted);
  const words = phrase.split(' ');
  if (phrase === '') return { count: 0, ids: [], message: 'Nothing was asked for: the text is empty.' };
  const whole = all.filter(({ text }) => plain(text).includes(phrase));
  const isWhole = whole.length > 0;
  const found = isWhole ? whole : all.filter(({ text }) => hasAll(plain(text), words));
  const told = found.slice(0, places);
  const name = quoted(wanted, 80);
  if (told.length === 0) {
    return { count: 0, ids: [], message: `${name} stands nowhere on the page, folded parts included.` };
  }
  const what = isWhole ? `${name} stands in` : `Nothing says ${name}, but all its words stand in`;
  const count = found.length === 1 ? '1 place' : `${found.length} places`;
  const rest = found.length > told.length ? `, the first ${told.length} of which are` : '';
  return {
    count: found.length,
    ids: told.flatMap(({ near }) => near.map(({ element }) => element.id)),
    message: [`${what} ${count}${rest}:`, ...told.map((place) => line(place, words, print))].join('\n'),
  };
}

function line({ path, text, near }: Place, words: readonly string[], print: Print): string {
  const shown = near.map((item) => printItem(item, print));
  // An item prints its own text already.
  const says = near.some(({ element }) => text === element.name) ? '' : quoted(around(text, words[0] ?? ''));
  const parts = [says, ...shown].filter((part) => part !== '').join('  ');
  return `- ${path === '' ? '' : `${path}: `}${parts}${near.length === 0 ? ', with nothing near it to act on' : ''}`;
}

/** The part of a long text in which a word stands. */
function around(text: string, word: string): string {
  if (text.length <= excerpt) return text;
  const at = Math.max(0, text.toLowerCase().indexOf(word) - excerpt / 3);
  const from = at === 0 ? '' : '…';
  return `${from}${text.slice(at, at + excerpt)}${at + excerpt < text.length ? '…' : ''}`;
}

function placesIn(content: readonly PageNode[], path: readonly string[] = []): readonly Place[] {
  const found: Place[] = [];
  let headings: readonly { readonly level: number; readonly text: string }[] = [];
  const where = (): string => [...path, ...headings.map(({ text }) => quoted(text, 60))].join(' > ');
  content.forEach((node, index) => {
    if (node.type === 'group' && isUnit(node)) {
      found.push(...unitPlaces(node, `${where()}${numbered(node, content)}`));
    } else if (node.type === 'group') {
      found.push(...placesIn(node.content, [...split(where()), titleOf(node)]));
    } else if (node.type === 'frame') {
      found.push(...placesIn(node.content, [...split(where()), `frame ${node.letter}`]));
    } else {
      found.push({ path: where(), text: textIn(node), near: neighbours(content, index) });
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
  return [{ path, text: textIn(unit), near: items }];
}

function numbered(unit: PageGroup, siblings: readonly PageNode[]): string {
  const equals = siblings.filter((node) => node.type === 'group' && node.role === unit.role);
  return ` > ${unit.role === 'row' ? 'row' : 'item'} ${equals.indexOf(unit) + 1} of ${equals.length}`;
}

/** The item itself, or those before and after a text, the nearest of them first. */
function neighbours(content: readonly PageNode[], index: number): readonly PageItem[] {
  const node = content[index];
  if (node?.type === 'item') return [node];
  const items = (nodes: readonly PageNode[]) => nodes.flatMap((near) => itemsIn(near));
  const after = items(content.slice(index + 1, index + 7)).slice(0, 3);
  const before = items(content.slice(Math.max(0, index - 3), index)).slice(-1);
  return [...before, ...after];
}

function isUnit({ role }: PageGroup): boolean {
  return role === 'row' || role === 'entry' || role === 'columns';
}

function itemsIn(node: PageNode): readonly PageItem[] {
  if (node.type === 'item') return [node];
  return node.type === 'group' || node.type === 'frame' ? node.content.flatMap(itemsIn) : [];
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
