import type { RawBox, RawFrame, RawItem, RawNode, RawSelector } from './in-page/raw.ts';
import { readable } from './unicode.ts';

/** The page's answer may be this long, in UTF-16 units. */
const maximumSize = 4 * 1024 * 1024;
const maximumDepth = 400;

/**
 * Checks what a page returned, shape by shape, and cleans its texts. A page can return anything: nothing here is
 * believed beyond its type. Throws a `TypeError` that names the place; the frame then counts as dead.
 */
export function checkFrame(answer: unknown): RawFrame {
  if (typeof answer !== 'string') throw new TypeError('the answer is not text');
  if (answer.length > maximumSize) throw new TypeError('the answer is too long');
  const frame = object(JSON.parse(answer), 'frame');
  const viewport = object(frame.viewport, 'viewport');
  const scroll = object(frame.scroll, 'scroll');
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
    tookMs: number(frame.tookMs, 'tookMs'),
    next: count(frame.next, 'next'),
    lateAttach: frame.lateAttach === true,
    unsafeHtml: frame.unsafeHtml === true,
    modal: frame.modal === true,
    content: nodes(frame.content, 0),
  };
}

/** Checks selectors that a page returned for some numbers; elements that are gone are left out. */
export function checkSelectors(
  answer: unknown,
  numbers: readonly number[],
): ReadonlyMap<number, RawSelector> {
  if (typeof answer !== 'string' || answer.length > maximumSize) throw wrong('selectors');
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

function nodes(value: unknown, depth: number): readonly RawNode[] {
  if (depth > maximumDepth) return [];
  return list(value, 'content').map((node) => checkNode(object(node, 'node'), depth));
}

function checkNode(node: Readonly<Record<string, unknown>>, depth: number): RawNode {
  const rectangle = box(node.box);
  switch (node.type) {
    case 'group':
      return {
        type: 'group',
        role: text(node.role, 'role'),
        name: text(node.name, 'name'),
        box: rectangle,
        top: node.top === true,
        content: nodes(node.content, depth + 1),
      };
    case 'item':
      return item(node, rectangle);
    case 'text':
      return {
        type: 'text',
        text: text(node.text, 'text'),
        level: count(node.level, 'level'),
        alert: node.alert === true,
        box: rectangle,
      };
    case 'image':
      return {
        type: 'image',
        name: text(node.name, 'name'),
        source: text(node.source, 'source'),
        box: rectangle,
      };
    case 'slot':
      return {
        type: 'slot',
        number: count(node.number, 'number'),
        title: text(node.title, 'title').slice(0, 100),
        box: rectangle,
      };
    default:
      throw new TypeError('a node has an unknown type');
  }
}

function item(node: Readonly<Record<string, unknown>>, rectangle: RawBox): RawItem {
  return {
    type: 'item',
    number: count(node.number, 'number'),
    kind: word(node.kind, 'kind'),
    name: text(node.name, 'name').slice(0, 120),
    value: node.value === null ? null : text(node.value, 'value').slice(0, 120),
    flags: list(node.flags, 'flags').map((flag) => text(flag, 'flag').slice(0, 160)),
    hints: list(node.hints, 'hints').map((hint) => text(hint, 'hint').slice(0, 160)),
    box: rectangle,
    why: word(node.why, 'why'),
    tag: word(node.tag, 'tag'),
    options: node.options === null ? null : list(node.options, 'options').map(option),
    href: node.href === null ? null : text(node.href, 'href'),
    css: text(node.css, 'css'),
  };
}

function option(value: unknown): { label: string; value: string; selected: boolean } {
  const choice = object(value, 'option');
  return {
    label: text(choice.label, 'label'),
    value: text(choice.value, 'value'),
    selected: choice.selected === true,
  };
}

function box(value: unknown): RawBox {
  const [x, y, width, height] = list(value, 'box').map((side) => number(side, 'box'));
  return [x ?? 0, y ?? 0, width ?? 0, height ?? 0];
}

function object(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(place);
  return { ...value };
}

function list(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(place);
  return value;
}

function text(value: unknown, place: string): string {
  if (typeof value !== 'string') throw wrong(place);
  return readable(value);
}

function word(value: unknown, place: string): string {
  const found = text(value, place);
  if (!/^[a-z][\w.-]{0,60}$/.test(found)) throw wrong(place);
  return found;
}

function number(value: unknown, place: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(place);
  return value;
}

function count(value: unknown, place: string): number {
  const found = number(value, place);
  if (found < 0) throw wrong(place);
  return Math.round(found);
}

function wrong(place: string): TypeError {
  return new TypeError(`the page answered with a wrong \`${place}\``);
}
