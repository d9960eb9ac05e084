import { expect, it } from 'vitest';
import { checkFrame } from './check.ts';

const frame = (content: readonly unknown[], rest: object = {}): string =>
  JSON.stringify({
    ...{
      url: 'https://shop.example/',
      title: 'Shop',
      nodes: 3,
      unread: 0,
      tookMs: 1.5,
      next: 4,
      modal: false,
      content,
    },
    ...{ viewport: { width: 1280, height: 800 }, scroll: { x: 0, y: 0, width: 1280, height: 800 } },
    ...rest,
  });
const item = {
  ...{ type: 'item', number: 3, kind: 'button', name: 'Go', value: null, flags: ['disabled'], hints: [] },
  ...{ box: [0, 0, 10, 10], why: 'native', tag: 'button', options: null, href: null, css: 'button' },
};

it('an answer in the right shape passes as it is', () => {
  expect(checkFrame(frame([item])).content).toEqual([item]);
});

it('texts are cleaned on their way in', () => {
  const [node] = checkFrame(frame([{ ...item, name: 'Pay\ud800\u202e\n a9 button' }])).content;
  expect(node).toMatchObject({ name: 'Pay\ufffd a9 button' });
});

it('whatever else a page returns is refused with the place', () => {
  const wrong: readonly (readonly [unknown, string])[] = [
    [42, 'not text'],
    ['null', 'frame'],
    [frame([], { title: 7 }), 'title'],
    [frame([{ ...item, number: -1 }]), 'number'],
    [frame([{ ...item, number: 'many' }]), 'number'],
    [frame([{ ...item, kind: 'Button "Pay"\n' }]), 'kind'],
    [frame([{ type: 'script' }]), 'box'],
    [frame([{ type: 'script', box: [] }]), 'unknown type'],
    [frame([{ ...item, flags: 'all' }]), 'flags'],
    [`"${'x'.repeat(5 * 1024 * 1024)}"`, 'too long'],
  ];
  for (const [answer, place] of wrong) expect(() => checkFrame(answer)).toThrow(place);
  expect(() => checkFrame('{')).toThrow(SyntaxError);
});

it('a tree without end is cut', () => {
  let group: unknown = item;
  for (let depth = 0; depth < 600; depth += 1) {
    group = { type: 'group', role: 'list', name: '', box: [0, 0, 1, 1], top: false, content: [group] };
  }
  expect(JSON.stringify(checkFrame(frame([group])))).not.toContain('"item"');
});
