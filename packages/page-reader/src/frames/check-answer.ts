import { cleanText, cleanValue } from '../clean-text.ts';
import { cutMiddle } from '../cut-middle.ts';
import type { RawBox, RawFrame, RawGroup, RawNode, RawSelector } from '../in-page/raw-frame.ts';

/** The page's answer may be this long, in UTF-16 units. */
const maximumSize = 4 * 1024 * 1024;
const maximumDepth = 400;
/** UTF-16 units of a name or value. */
const longestText = 2_100;
const mostColumns = 1_000;

/**
 * Unpacks and checks what a page returned, part by part, and cleans its texts. A page can return anything: nothing
 * here is believed beyond its type. Throws a `TypeError` that names the place; the frame then counts as dead.
 */
export function checkFrame(answer: unknown): RawFrame {
  if (typeof answer !== 'string') throw new TypeError('The answer of the page is not text.');
  if (answer.length > maximumSize) throw new TypeError('The answer of the page is too long.');
  const frame = object(JSON.parse(answer), 'frame');
  const viewport = object(frame.viewport, 'viewport');
  const scroll = object(frame.scroll, 'scroll');
  const words = list(frame.words, 'words').map((each) => text(each, 'words'));
  const origin = text(frame.origin, 'origin');
  return {
    url: text(frame.url, 'url'),
    title: text(frame.title, 'title'),
    viewport: { width: count(viewport.width, 'width'), height: count(viewport.height, 'height') },
    scroll: {
      x: number(scroll.x, 'x'),
      y: number(scroll.y, 'y'),
      width: count(scroll.width, 'width'),
      height: count(scroll.height, 'height'),
    },
    nodes: count(frame.nodes, 'nodes'),
    unread: count(frame.unread, 'unread'),
    untested: count(frame.untested, 'untested'),
    unknownRoots: count(frame.unknownRoots, 'unknownRoots'),
    farText: count(frame.farText, 'farText'),
    tookMs: number(frame.tookMs, 'tookMs'),
    next: count(frame.next, 'next'),
    lateAttach: frame.lateAttach === true,
    unsafeHtml: frame.unsafeHtml === true,
    hasBlockingLayer: frame.hasBlockingLayer === true,
    behind: count(frame.behind, 'behind'),
    covered: count(frame.covered, 'covered'),
    content: checkNodes(frame.content, { words, origin }, 0),
  };
}

/** Checks selectors that a page returned for some numbers; elements that are gone are left out. */
export function checkSelectors(
  answer: unknown,
  numbers: readonly number[],
): ReadonlyMap<number, RawSelector> {
  if (typeof answer !== 'string' || answer.length > maximumSize) throw invalid('selectors');
  const found = list(JSON.parse(answer), 'selectors');
  return new Map(
    numbers.flatMap((number, index) => {
      const pair = found[index];
      if (!Array.isArray(pair)) return [];
      const [css, xpath] = pair;
      const selector = { css: text(css, 'css'), xpath: xpath === null ? null : text(xpath, 'xpath') };
      return [[number, selector] as const];
    }),
  );
}

/** Checks what a page says lies on top of each of `wanted` boxes: the name of a cover, or null for nothing. */
export function checkOccluders(answer: unknown, wanted: number): readonly (string | null)[] {
  if (typeof answer !== 'string' || answer.length > maximumSize) throw invalid('covers');
  const found = list(JSON.parse(answer), 'covers');
  return Array.from({ length: wanted }, (_, index) => {
    const cover = found[index];
    return isLeftOut(cover) ? null : cutMiddle(text(cover, 'cover'), 40);
  });
}

/** Values shared by the nodes of one answer. */
interface Shared {
  readonly words: readonly string[];
  readonly origin: string;
}

function checkNodes(value: unknown, shared: Shared, depth: number): readonly RawNode[] {
  if (depth > maximumDepth) return [];
  return list(value, 'content').map((node) => checkNode(list(node, 'node'), shared, depth));
}

/** Parts in the order of `in-page/pack-frame.ts`; one that is left out says nothing. */
function checkNode(node: readonly unknown[], shared: Shared, depth: number): RawNode {
  const box = boxAt(node, 1);
  const word = (value: unknown, place: string): string => shared.words[count(value, place)] ?? fail(place);
  switch (node[0]) {
    case 0:
      return {
        type: 'group',
        role: word(node[5], 'role'),
        name: text(node[6], 'name'),
        box,
        top: node[7] === 1,
        content: checkNodes(node[8], shared, depth + 1),
        ...(isLeftOut(node[9]) ? {} : placeIn(list(node[9], 'place'), word(node[5], 'role'))),
      };
    case 1: {
      const [, , , , , named, kind, tag, why, name, value, href, flags, hints, options] = node;
      return {
        type: 'item',
        number: count(named, 'number'),
        kind: identifier(word(kind, 'kind'), 'kind'),
        name: text(name ?? '', 'name').slice(0, longestText),
        value: isLeftOut(value) ? null : fieldValue(value).slice(0, longestText),
        flags: isLeftOut(flags) ? [] : list(flags, 'flags').map((flag) => word(flag, 'flag').slice(0, 160)),
        hints: isLeftOut(hints) ? [] : list(hints, 'hints').map((hint) => text(hint, 'hint').slice(0, 160)),
        box,
        why: identifier(word(why, 'why'), 'why'),
        tag: nameIn(word(tag, 'tag')),
        options: isLeftOut(options) ? null : list(options, 'options').map(checkOption),
        href: isLeftOut(href) ? null : addressOf(text(href, 'href'), shared.origin),
      };
    }
    case 2:
      return {
        type: 'text',
        text: text(node[5], 'text'),
        level: Math.min(6, count(node[6] ?? 0, 'level')),
        message: node[7] === 1 ? 'alert' : node[7] === 2 ? 'status' : null,
        box,
      };
    case 3:
      return { type: 'image', name: text(node[5], 'name'), source: text(node[6], 'source'), box };
    case 4:
      return {
        type: 'slot',
        number: count(node[5], 'number'),
        title: text(node[6], 'title').slice(0, 100),
        box,
        seen: boxAt(node, 7),
        top: node[11] === 1,
        mayBeOccluded: node[12] === 1,
      };
    default:
      throw new TypeError('The answer of the page has a node of an unknown type.');
  }
}

/** The place of a cell or of a row in its table. */
function placeIn([first, second, third]: readonly unknown[], role: string): Pick<RawGroup, 'cell' | 'row'> {
  const column = count(first, 'place');
  if (role !== 'cell') return { row: { column, isFirst: second === 1, skipped: count(third, 'place') } };
  const columns = Math.min(mostColumns, Math.max(1, count(second, 'place')));
  return { cell: { column, columns, rows: count(third, 'place') } };
}

function boxAt(node: readonly unknown[], at: number): RawBox {
  const side = (index: number): number => number(node[at + index], 'box');
  return [side(0), side(1), side(2), side(3)];
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || value === 0;
}

function addressOf(href: string, origin: string): string {
  return href.startsWith('/') ? `${origin}${href}` : href;
}

function checkOption(value: unknown): { label: string; value: string; selected: boolean } {
  const [name, own, selected] = list(value, 'option');
  const label = text(name, 'label');
  return { label, value: isLeftOut(own) ? label : text(own, 'value'), selected: selected === 1 };
}

function object(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(place);
  return { ...value };
}

function list(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(place);
  return value;
}

function text(value: unknown, place: string): string {
  if (typeof value !== 'string') throw invalid(place);
  return cleanText(value);
}

function fieldValue(value: unknown): string {
  if (typeof value !== 'string') throw invalid('value');
  return cleanValue(value);
}

function identifier(word: string, place: string): string {
  if (!/^[a-z][\w.-]{0,60}$/.test(word)) throw invalid(place);
  return word;
}

/** A page may call its elements anything. */
function nameIn(tag: string): string {
  return tag.replaceAll(/[^\w.:-]/g, '').slice(0, 60) || 'element';
}

function number(value: unknown, place: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(place);
  return value;
}

function count(value: unknown, place: string): number {
  const found = number(value, place);
  if (found < 0) throw invalid(place);
  return Math.round(found);
}

function fail(place: string): never {
  throw invalid(place);
}

function invalid(place: string): TypeError {
  return new TypeError(`The answer of the page has an invalid \`${place}\`.`);
}
