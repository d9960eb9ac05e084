import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { makePackFrame } from '../in-page/pack-frame.ts';
import type { RawFrame, RawItem, RawNode } from '../in-page/raw-frame.ts';
import { checkFrame } from './check-answer.ts';

const about: Omit<RawFrame, 'content'> = {
  ...{
    url: 'https://shop.example/',
    title: 'Shop',
    nodes: 3,
    unread: 0,
    untested: 0,
    unknownRoots: 0,
    farText: 0,
    tookMs: 1.5,
    next: 4,
  },
  ...{ lateAttach: false, unsafeHtml: false, hasBlockingLayer: false, behind: 0, covered: 0 },
  ...{ viewport: { width: 1280, height: 800 }, scroll: { x: 0, y: 0, width: 1280, height: 800 } },
};
const item: RawItem = {
  ...{ type: 'item', number: 3, kind: 'button', name: 'Go', value: null, flags: ['disabled'], hints: [] },
  ...{ box: [0, 0, 10, 10], why: 'native', tag: 'button', options: null, href: null },
};

/** Packs content as the page would send it. */
const packed = (content: readonly RawNode[]): string =>
  new Script(`(${makePackFrame})()`).runInNewContext({ location: { origin: 'https://shop.example' } })({
    ...about,
    content,
  });

const frame = (node: readonly unknown[], rest: object = {}): string =>
  JSON.stringify({ ...about, content: [node], words: ['button', 'Pay "now"'], origin: '', ...rest });

it('what was packed in the page comes out as it was', () => {
  const options = [
    { label: 'Red', value: 'Red', selected: false },
    { label: 'Blue', value: 'b', selected: true },
  ];
  const content: readonly RawNode[] = [
    item,
    { ...item, kind: 'select', value: 'Blue', hints: ['max:3'], options, flags: [] },
    { ...item, kind: 'link', href: 'https://shop.example/p/1?q=2#x', flags: [] },
    { ...item, kind: 'link', href: 'https://other.example/p', flags: [] },
    { type: 'group', role: 'main', name: 'Main', box: [0, 0, 5, 5], top: true, content: [item] },
    {
      ...{ type: 'group', role: 'cell', name: '', box: [0, 0, 5, 5], top: false, content: [] },
      cell: { column: 3, columns: 2, rows: 0 },
    },
    {
      ...{ type: 'group', role: 'row', name: '', box: [0, 0, 5, 5], top: false, content: [] },
      row: { column: 0, isFirst: true, skipped: 4 },
    },
    { type: 'text', text: 'Words', level: 2, message: 'alert', box: [1, 2, 3, 4] },
    { type: 'text', text: 'Saved', level: 0, message: 'status', box: [1, 2, 3, 4] },
    { type: 'text', text: 'Plain', level: 0, message: null, box: [1, 2, 3, 4] },
    { type: 'image', name: 'Lamp', source: 'https://shop.example/l.png', box: [0, 0, 50, 50] },
    {
      ...{ type: 'slot', number: 9, title: 'Pay', box: [0, 0, 300, 200] },
      ...{ seen: [0, 0, 300, 90], top: true, mayBeOccluded: true },
    },
  ];
  expect(checkFrame(packed(content))).toEqual({ ...about, content });
});

it('texts are cleaned on their way in', () => {
  const [node] = checkFrame(packed([{ ...item, name: 'Pay\ud800\u202e\n a9 button' }])).content;
  expect(node).toMatchObject({ name: 'Pay\ufffd a9 button' });
});

it('whatever else a page returns is refused with the place', () => {
  const box = [0, 0, 1, 1];
  const wrong: readonly (readonly [unknown, string])[] = [
    [42, 'not text'],
    ['null', 'frame'],
    [frame([], { title: 7 }), 'title'],
    [frame([1, ...box, -1]), 'number'],
    [frame([1, ...box, 'many']), 'number'],
    [frame([1, ...box, 1, 1, 0, 0]), 'kind'],
    [frame([1, ...box, 1, 7, 0, 0]), 'kind'],
    [frame(['script']), 'box'],
    [frame([7, ...box]), 'unknown type'],
    [frame([1, ...box, 1, 0, 0, 0, 'Name', 0, 0, 'all']), 'flags'],
    [`"${'x'.repeat(5 * 1024 * 1024)}"`, 'too long'],
  ];
  for (const [answer, place] of wrong) expect(() => checkFrame(answer)).toThrow(place);
  expect(() => checkFrame('{')).toThrow(SyntaxError);
});

it('a tree without end is cut', () => {
  let group: RawNode = item;
  for (let depth = 0; depth < 600; depth += 1)
    group = { type: 'group', role: 'list', name: '', box: [0, 0, 1, 1], top: false, content: [group] };
  expect(JSON.stringify(checkFrame(packed([group])))).not.toContain('"item"');
});
