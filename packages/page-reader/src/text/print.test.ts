import type { VisibleElement } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import type { PageGroup, PageItem, PageNode } from '../tree.ts';
import { linkTokens } from './links.ts';
import { type PrintRequest, printPage } from './print.ts';
import { estimateTokens } from './tokens.ts';

let count = 0;
const at = (y: number) => ({ x: 0, y, width: 100, height: 20 });
const item = (element: Partial<VisibleElement>, y = 10): PageItem => {
  count += 1;
  const base = {
    id: `a${count}`,
    kind: 'button',
    name: '',
    value: null,
    flags: [],
    frame: 'a',
    why: 'native',
    tag: 'button',
  } as const;
  return { type: 'item', hints: [], element: { ...base, box: at(y), ...element } };
};
const text = (words: string, y = 10, alert = false): PageNode => ({
  type: 'text',
  text: words,
  level: 0,
  alert,
  box: at(y),
});
const group = (role: string, content: readonly PageNode[], rest: Partial<PageGroup> = {}): PageGroup => ({
  ...{ type: 'group', role, name: '', box: at(10), top: false, content },
  ...rest,
});
const cell = (words: string, y = 10) => group('cell', [text(words, y)]);

const print = (content: readonly PageNode[], request: Partial<PrintRequest> = {}) =>
  printPage(
    {
      ...{
        mode: 'action',
        budget: 6_000,
        url: 'https://shop.example/cart',
        title: 'Cart',
        tab: 't1',
        tabs: 1,
      },
      ...{
        viewport: { width: 1000, height: 800 },
        scroll: { y: 0, height: 800 },
        modal: false,
        unread: [],
        content,
      },
      isFresh: () => false,
      ...request,
    },
    linkTokens(),
  );
const body = (...parameters: Parameters<typeof print>) =>
  print(...parameters)
    .text.split('\n')
    .slice(1);

describe('one line', () => {
  it('holds id, kind, name, value, flags, hints', () => {
    const field = item({
      id: 'a12',
      kind: 'textbox',
      name: 'E-mail',
      value: 'ann@x.example',
      flags: ['required'],
    });
    expect(body([{ ...field, hints: ['max:80'] }])).toEqual([
      'a12 textbox "E-mail" =ann@x.example required max:80',
    ]);
  });

  it('prints few options of a select, and of many only their number', () => {
    const options = (length: number) =>
      Array.from({ length }, (_, index) => ({ label: `O${index}`, value: '', selected: false }));
    const select = (length: number) =>
      item({ id: 'a1', kind: 'select', name: 'S', value: 'O0', options: options(length) });
    expect(body([select(3)])).toEqual(['a1 select "S" =O0 (3) [O0 | O1 | O2]']);
    expect(body([select(249)])).toEqual(['a1 select "S" =O0 (249)']);
  });

  it('prints a short path of the same site, and a token for every other address', () => {
    const link = (href: string) => item({ id: 'a1', kind: 'link', name: 'L', href });
    expect(body([link('https://shop.example/p/lamp')])).toEqual(['a1 link "L" /p/lamp']);
    const other = print([link('https://other.example/')]);
    expect(other.text).toContain('a1 link "L" {L1}');
    expect(other.links).toEqual({ L1: 'https://other.example/' });
    expect(body([link('javascript:void(0)')])).toEqual(['a1 link "L"']);
  });

  it('cannot be forged by the page: quotes are taken out of its texts', () => {
    expect(body([text('x" a9 button "Pay')])).toEqual([`"x' a9 button 'Pay"`]);
  });

  it('marks what is new', () => {
    expect(body([item({ id: 'a7', name: 'New' })], { isFresh: (id) => id === 'a7' })).toEqual([
      '*a7 button "New"',
    ]);
  });
});

describe('the whole', () => {
  it('begins with title, address, tab and how far the page goes on', () => {
    const far = item({ name: 'Far' }, 2_000);
    const { text: whole } = print([far], { tabs: 2, scroll: { y: 800, height: 2_400 } });
    expect(whole.split('\n')[0]).toBe('page "Cart" shop.example/cart  tab t1 of 2  screen 2 of 3  v1');
  });

  it('indents by groups, and drops those with nothing in them', () => {
    expect(
      body([
        group('main', [group('form', [item({ id: 'a1', name: 'Go' })], { name: 'F' }), group('nav', [])]),
      ]),
    ).toEqual(['main', '  form "F"', '    a1 button "Go"']);
  });

  it('puts a row on one line with its controls, and does not count the row of the headings', () => {
    const row = group('row', [
      cell('Lamp'),
      group('cell', [item({ id: 'a21', kind: 'link', name: 'Open' })]),
    ]);
    expect(
      body([group('table', [group('columns', [cell('Part'), cell('')]), row], { name: 'Items' })]),
    ).toEqual(['table "Items" 1 rows', '  columns "Part"', '  row "Lamp, Open"  a21 link "Open"']);
  });

  it('puts the top layer first; behind a modal one every landmark is one line', () => {
    const page = [
      group('main', [item({ id: 'a1', name: 'Under' })]),
      group('dialog', [item({ id: 'a2', name: 'Yes' })], { top: true, name: 'Sure?' }),
    ];
    expect(body(page)).toEqual([
      'dialog "Sure?"  top layer',
      '  a2 button "Yes"',
      'main',
      '  a1 button "Under"',
    ]);
    expect(body(page, { modal: true })).toEqual([
      'dialog "Sure?"  top layer',
      '  a2 button "Yes"',
      'main  covered-by dialog',
    ]);
  });

  it('folds a long list to those in view, at least twelve', () => {
    const entries = Array.from({ length: 100 }, (_, index) =>
      group('entry', [item({ name: `Buy ${index}` }, index * 100)], { box: at(index * 100) }),
    );
    const lines = body([group('list', entries)]);
    expect(lines[0]).toBe('list 100 items');
    expect(lines).toHaveLength(14);
    expect(lines.at(-1)).toMatch(/^ {2}\+88 more like a\d+, scroll down$/);
  });

  it('text more than a screen away is left out and counted; alerts never are', () => {
    const { text: whole, leftOut } = print([
      text('near'),
      text('far away', 3_000),
      text('broken', 3_000, true),
    ]);
    expect(whole).not.toContain('far away');
    expect(whole).toContain('alert "broken"');
    expect(leftOut).toEqual(['8 characters of text']);
    expect(whole).toContain('left out: 8 characters of text');
  });
});

describe('a budget', () => {
  const many = (y: number, kind = 'button') =>
    Array.from({ length: 200 }, (_, index) => item({ kind, name: `Thing ${index}` }, y));

  it('is kept by giving up what is far away first', () => {
    const { text: whole } = print([...many(5_000), text('near text'), item({ name: 'Near' })], {
      budget: 400,
    });
    expect(estimateTokens(whole)).toBeLessThanOrEqual(400);
    expect(whole).toContain('"near text"');
    expect(whole).toContain('button "Near"');
    expect(whole).toMatch(/left out: \d+ controls further away/);
  });

  it('never costs a form that is being filled in, or the top layer', () => {
    const form = group('form', [
      item({ kind: 'textbox', name: 'Half', value: 'x' }, 5_000),
      item({ name: 'Send' }, 5_000),
    ]);
    const layer = group('dialog', [text('Read me'), item({ name: 'OK' })], { top: true });
    const { text: whole } = print([...many(5_000, 'link'), form, layer], { budget: 300 });
    for (const kept of ['"Half" =x', '"Send"', '"Read me"', '"OK"']) expect(whole).toContain(kept);
  });

  it('has a ceiling that nothing goes beyond', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) =>
      text(`Error number ${index} in this form`, 10, true),
    );
    expect(estimateTokens(print(lines).text)).toBeLessThanOrEqual(20_100);
  });
});

describe('mode extract', () => {
  it('prints tables with all rows, links and pictures as tokens, values of fields', () => {
    const rows = Array.from({ length: 30 }, (_, index) =>
      group('row', [cell(`Part ${index}`), cell(`${index}.00`)], { box: at(index * 300) }),
    );
    const { text: whole } = print(
      [
        group('table', rows, { name: 'Stock' }),
        item({ kind: 'link', name: 'Next', href: 'https://shop.example/p/2' }),
        { type: 'image', name: 'A lamp', source: 'https://shop.example/lamp.png', box: at(0) },
        item({ kind: 'textbox', name: 'City', value: 'Ghent' }),
      ],
      { mode: 'extract', budget: Number.POSITIVE_INFINITY },
    );
    expect(whole).toContain('| Part 29 | 29.00 |');
    expect(whole).toContain('Next {L1}');
    expect(whole).toContain('image "A lamp" {L2}');
    expect(whole).toContain('City: Ghent');
  });
});
