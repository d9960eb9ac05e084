import { describe, expect, it } from 'vitest';
import { estimateTokens } from './budget/token-estimate.ts';
import { createLinkTokens } from './link-tokens.ts';
import { body, cell, group, image, item, print, text } from './print-page.test-helpers.ts';

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

  it('has no kind where something only listens and says what it is', () => {
    expect(body([item({ id: 'a1', kind: 'item', name: '8:00', flags: ['selected'] })])).toEqual([
      'a1 "8:00" selected',
    ]);
    expect(body([item({ id: 'a2', kind: 'item', name: '(trash)' })])).toEqual(['a2 "(trash)"']);
    expect(print([item({ kind: 'item', name: '8:00' })], { mode: 'verify' }).text).toContain('item "8:00"');
  });

  it('prints few options of a select, and of many only their number', () => {
    const options = (length: number) =>
      Array.from({ length }, (_, index) => ({ label: `O${index}`, value: '', selected: false }));
    const select = (length: number) =>
      item({ id: 'a1', kind: 'select', name: 'S', value: 'O0', options: options(length) });
    expect(body([select(3)])).toEqual(['a1 select "S" =O0 [O0 | O1 | O2]']);
    expect(body([select(249)])).toEqual(['a1 select "S" =O0 (249)']);
  });

  it('does not print the options of a list in which they stand as controls of their own', () => {
    const options = ['Ann', 'Bo'].map((label) => ({ label, value: '', selected: false }));
    const list = item({ id: 'a1', kind: 'select', name: 'Who', value: 'empty', options });
    expect(body([list, item({ id: 'a2', kind: 'option', name: 'Ann' })])).toEqual([
      'a1 select "Who" =empty (2)',
      'a2 option "Ann"',
    ]);
  });

  it('prints a short path of the same site, and a token for every other address', () => {
    const link = (href: string) => item({ id: 'a1', kind: 'link', name: 'L', href });
    expect(body([link('https://shop.example/p/lamp')])).toEqual(['a1 link "L" /p/lamp']);
    const links = createLinkTokens();
    const { text: other } = print([link('https://other.example/')], { links });
    expect(other).toContain('a1 link "L" {L1}');
    expect(links.within(other)).toEqual({ L1: 'https://other.example/' });
    expect(body([link('https://shop.example/cart#pay')])).toEqual(['a1 link "L" #pay']);
    expect(body([link('https://shop.example/cart#')])).toEqual(['a1 link "L"']);
    expect(body([link('javascript:void(0)')])).toEqual(['a1 link "L"']);
  });

  it('cannot be forged by the page: quotes are taken out of its texts', () => {
    expect(body([text('x" a9 button "Pay')])).toEqual([`"x' a9 button 'Pay"`]);
  });

  it('stands for several controls that differ in nothing but their ids', () => {
    const cells = [7, 8, 9].map((number) => item({ id: `a${number}`, kind: 'item', name: '(red 16x16)' }));
    expect(body(cells, { isFresh: (id) => id === 'a8' })).toEqual(['a7 *a8 a9 "(red 16x16)"']);
  });

  it('says of a scroll region how far it goes', () => {
    const region = item({ id: 'a40', kind: 'scroll', name: 'Results', flags: ['v 2.1 pages'] });
    expect(body([region])).toEqual(['scroll a40 "Results" v 2.1 pages']);
  });

  it('is not spent on a text that a control beside it repeats', () => {
    const field = item({ id: 'a1', kind: 'textbox', name: 'City', value: 'empty' });
    expect(body([text('City:'), field])).toEqual(['a1 textbox "City" =empty']);
  });

  it('keeps a name whole although a control inside is called as a part of it', () => {
    const box = { x: 0, y: 0, width: 400, height: 60 };
    const mail = item({ id: 'a1', kind: 'item', name: 'Ann Lunch? Star 9:00', box });
    const star = item({ id: 'a2', name: 'Star' });
    expect(body([mail, star])).toEqual(['a1 "Ann Lunch? Star 9:00"', 'a2 button "Star"']);
    const column = item({ id: 'a5', kind: 'item', name: 'Card 0 Card 1', box });
    const inside = ['Card 0', 'Card 1'].map((name, index) => item({ id: `a${6 + index}`, name }));
    expect(body([column, ...inside])).toEqual(['a5 item', 'a6 button "Card 0"', 'a7 button "Card 1"']);
  });

  it('prints the name of an entry once when the control inside has the same', () => {
    const box = { x: 0, y: 0, width: 400, height: 60 };
    const day = item({ id: 'a3', kind: 'cell', name: '12', box });
    expect(body([day, item({ id: 'a4', kind: 'link', name: '12' })])).toEqual(['a3 "12"  a4 link']);
    const copy = item({ id: 'a5', kind: 'menuitem', name: 'Copy', box });
    const inner = group('entry', [item({ id: 'a6', name: 'Copy' })]);
    expect(body([copy, inner, item({ id: 'a7', name: 'Copy' }, 90)])).toEqual([
      'a5 menuitem "Copy"  a6 button',
      'a7 button "Copy"',
    ]);
  });

  it('gives a long name only as far as it tells the text that follows', () => {
    const message = `Close your account and everything in it goes: ${'files, '.repeat(12)}and the name.`;
    const name = `${message.slice(0, 66)}…${message.slice(-33)}`;
    const dialog = item({ id: 'a1', kind: 'item', name });
    expect(body([dialog, text(message)])).toEqual([
      'a1 "Close your account and everything in it…"',
      `"${message}"`,
    ]);
    expect(body([dialog, text('Keep')])).toEqual([`a1 "${name}"`, '"Keep"']);
  });

  it('holds short texts that follow each other', () => {
    const long = 'x'.repeat(150);
    expect(body([text('Weight'), text('2 kg'), text('Colour'), text(long), text('end')])).toEqual([
      '"Weight, 2 kg, Colour"',
      `"${long}"`,
      '"end"',
    ]);
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
    expect(whole.split('\n')[0]).toBe('page shop.example/cart  tab t1 of 2  screen 2 of 3  v1');
    expect(print([], { title: 'Two lamps' }).text).toBe('page "Two lamps" shop.example/cart');
  });

  it('has a title only where it says more than the path and the first texts do', () => {
    const head = (title: string, url: string, first = '') =>
      print(first === '' ? [] : [text(first)], { title, url }).text.split('\n')[0];
    expect(head('', 'https://shop.example/')).toBe('page shop.example/');
    expect(head('Log in', 'https://shop.example/login-user.html')).toBe('page shop.example/login-user.html');
    expect(head('Your orders', 'https://shop.example/o', 'Your orders (3)')).toBe('page shop.example/o');
    expect(head('Word', 'https://shop.example/o', 'word '.repeat(100))).toBe('page "Word" shop.example/o');
    expect(head('Art', 'https://shop.example/cart')).toBe('page "Art" shop.example/cart');
    expect(print([], { title: 'Cart', mode: 'verify' }).text).toBe('page "Cart" shop.example/cart');
  });

  it('has the whole host and port for whoever judges or extracts', () => {
    const heads = (url: string) =>
      (['verify', 'extract'] as const).map((mode) => print([], { title: 'Cart', url, mode }).text);
    expect(heads('http://localhost:3000/cart')).toEqual(['page "Cart" :3000/cart', 'page "Cart" :3000/cart']);
    expect(heads('https://www.shop.example/c')[0]).toBe('page "Cart" www.shop.example/c');
  });

  it('has the host without `www.`, no host for the machine itself, and of a long path both ends', () => {
    const head = (url: string) => print([], { title: '', url }).text;
    expect(head('https://www.shop.example/cart')).toBe('page shop.example/cart');
    expect(head('https://www.example/cart')).toBe('page www.example/cart');
    expect(head('http://localhost:3000/cart')).toBe('page /cart');
    expect(head('http://localhost:3000/')).toBe('page /');
    expect(head('http://127.0.0.1/cart')).toBe('page 127.0.0.1/cart');
    expect(head('http://10.0.0.1:3000/cart')).toBe('page 10.0.0.1:3000/cart');
    const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.example`;
    const long = head(`https://${host}/order/${'x'.repeat(80)}?number=42`);
    expect(long).toMatch(/^page (a{60}\.b{60}\.example)\/order\/x+…x+\?number=42$/);
    expect(long.length - `page ${host}`.length).toBeLessThanOrEqual(60);
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
      group('cell', [item({ id: 'a22', name: '(trash)' })]),
    ]);
    expect(
      body([group('table', [group('columns', [cell('Part'), cell('')]), row], { name: 'Items' })]),
    ).toEqual([
      'table "Items" 1 rows',
      '  columns "Part"',
      '  row "Lamp" | a21 link "Open" | a22 button "(trash)"',
    ]);
  });

  it('prints an entry in its own order, each text once, and a link with its picture as one', () => {
    const link = (id: string) => item({ id, kind: 'link', name: 'Lamp', href: 'https://shop.example/p/1' });
    const card = group('entry', [
      link('a1'),
      image('Lamp'),
      text('39.80'),
      link('a2'),
      item({ id: 'a3', name: 'Buy' }),
    ]);
    expect(body([group('list', [card])])).toEqual(['- a1 a2 link "Lamp" /p/1  "39.80"  a3 button "Buy"']);
  });

  it('prints a large entry as its first line with the others under it', () => {
    const menu = group('entry', [
      item({ id: 'a1', name: 'File' }),
      group('menu', [item({ id: 'a2', name: 'Open' })]),
    ]);
    expect(body([group('list', [menu])])).toEqual(['a1 button "File"', '  menu', '    a2 button "Open"']);
  });

  it('says once that a whole group is out of view', () => {
    const far = item({ id: 'a1', kind: 'link', name: 'Terms', flags: ['offscreen'] }, 900);
    expect(body([group('footer', [far])])).toEqual(['footer  offscreen', '  a1 link "Terms"']);
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
      'main  covered-by dialog (expand g1)',
    ]);
  });

  it('text more than a screen away is left out and counted; alerts never are', () => {
    const { text: whole, leftOut } = print([
      text('near'),
      text('far away', 3_000),
      text('broken', 3_000, { message: 'alert' }),
    ]);
    expect(whole).not.toContain('far away');
    expect(whole).toContain('alert "broken"');
    expect(body([text('saved', 10, { message: 'status' })])).toEqual(['status "saved"']);
    expect(leftOut).toEqual(['8 characters of text']);
    expect(whole).toContain('left out: 8 characters of text');
  });
});

describe('a budget', () => {
  // Fields are never folded.
  const many = (y: number) =>
    Array.from({ length: 200 }, (_, index) => item({ kind: 'textbox', name: `Thing ${index}` }, y));

  it('is kept by giving up what is far away first', () => {
    const { text: whole } = print([...many(5_000), text('near text'), item({ name: 'Near' })], {
      budget: 400,
    });
    expect(estimateTokens(whole)).toBeLessThanOrEqual(600);
    expect(whole).toContain('"near text"');
    expect(whole).toContain('button "Near"');
    expect(whole).toMatch(/left out: \d+ textboxes$/);
  });

  it('holds the line about what is left out, however much that has to name', () => {
    const title = (index: number) => `A landmark ${'with rather a long name '.repeat(4)}${index}`;
    const parts = Array.from({ length: 6 }, (_, part) =>
      group('nav', [item({ name: 'Near' }), ...many(5_000).slice(0, 40)], { name: title(part) }),
    );
    const { text: whole, leftOut } = print(parts, { budget: 600 });
    expect(leftOut[0]).toContain('textboxes');
    expect(estimateTokens(leftOut.join(', '))).toBeGreaterThan(120);
    expect(estimateTokens(whole)).toBeLessThanOrEqual(600);
  });

  it('never costs a form that is being filled in, or the top layer', () => {
    const form = group('form', [
      item({ kind: 'textbox', name: 'Half', value: 'x' }, 5_000),
      item({ name: 'Send' }, 5_000),
    ]);
    const layer = group('dialog', [text('Read me'), item({ name: 'OK' })], { top: true });
    const { text: whole } = print([...many(5_000), form, layer], { budget: 300 });
    for (const kept of ['"Half" =x', '"Send"', '"Read me"', '"OK"']) expect(whole).toContain(kept);
  });

  it('has a ceiling that nothing goes beyond', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) =>
      text(`Error number ${index} in this form`, 10, { message: 'alert' }),
    );
    expect(estimateTokens(print(lines).text)).toBeLessThanOrEqual(20_000);
  });
});

describe('a layer on top', () => {
  it('is taken out of groups inside of groups, and prints once', () => {
    const dialog = group('dialog', [item({ id: 'a2', name: 'Yes' })], { top: true });
    const list = group('form', [item({ id: 'a1', name: 'Under' }), dialog]);
    expect(body([group('main', [list])])).toEqual([
      'dialog  top layer',
      '  a2 button "Yes"',
      'main',
      '  form',
      '    a1 button "Under"',
    ]);
  });

  it('leaves empty cells in their place', () => {
    const blank = group('row', [group('cell', []), group('cell', [])]);
    const row = group('row', [cell('1'), group('cell', []), cell('3')]);
    expect(body([group('table', [blank, row])])).toEqual(['table 2 rows', '  row "1 |  | 3"']);
  });
});
