import { describe, expect, it } from 'vitest';
import { parseView } from './parse-view.ts';

const text = `page "Checkout - Ann's Shop" shop.example/checkout?step=2  tab t1  screen 2 of 3  ^4 v11
dialog "Apply voucher"  top layer
  *a41 textbox "Voucher code" =empty required format:"ABC-1234"
main
  a13 select "Country" ="South Korea" [South Korea | Spain] required
  a14 checkbox "Save address" unchecked
  "Say \`a99 button\` aloud"
  row a21 link "Lamp" /p/lamp | "39.80 | a99 button" | a22 item "(trash)"
  frame b "Payment" pay.example
    b3 textbox "Card number" =empty invalid:"Enter a card number"`;

describe('parseView', () => {
  it('finds elements by kind and name, with value, options and flags', () => {
    const view = parseView(text);
    expect(view).toMatchObject({ title: "Checkout - Ann's Shop", path: '/checkout' });
    expect(view.find({ kind: 'textbox', name: 'voucher code' })).toEqual({
      id: 'a41',
      kind: 'textbox',
      name: 'Voucher code',
      value: 'empty',
      options: [],
      flags: 'required format:"ABC-1234"',
    });
    expect(view.find({ kind: 'select' })).toMatchObject({
      id: 'a13',
      value: 'South Korea',
      options: ['South Korea', 'Spain'],
    });
    expect(view.find({ name: /card/i })?.id).toBe('b3');
    expect(view.find({ name: 'Nothing' })).toBeUndefined();
  });

  it('reads several elements in one line, and takes no words of a text for an element', () => {
    expect(parseView(text).items.map(({ id }) => id)).toEqual(['a41', 'a13', 'a14', 'a21', 'a22', 'b3']);
    const row = parseView('page "" x/\n  a21 link "Lamp" /p/lamp  a22 item "(trash)"');
    expect(row.items.map(({ id, flags }) => [id, flags])).toEqual([
      ['a21', '/p/lamp'],
      ['a22', ''],
    ]);
    const hours = parseView('page x/\n  row  a1 "8:00"  *a2 "9:00" selected');
    expect(hours.items.map(({ id, kind, name, flags }) => [id, kind, name, flags])).toEqual([
      ['a1', 'item', '8:00', ''],
      ['a2', 'item', '9:00', 'selected'],
    ]);
  });

  it('reads elements in the cells of a row', () => {
    const short = parseView(
      'page x/\n  a1 row "1 | b | a9 c" | a2 select "Size" =S [S | L] | a3 button "Pay"  selected',
    );
    expect(short.items.map(({ id, kind, options }) => [id, kind, options])).toEqual([
      ['a1', 'row', []],
      ['a2', 'select', ['S', 'L']],
      ['a3', 'button', []],
    ]);
    const long = parseView('page x/\n  row\n    1| a4 link "Lamp"\n    3| a5 button "Pay"');
    expect(long.items.map(({ id }) => id)).toEqual(['a4', 'a5']);
  });

  it('reads an address without a title', () => {
    expect(parseView('page :3000/cart?step=2')).toMatchObject({ title: '', path: '/cart' });
    expect(parseView('page /cart?step=2')).toMatchObject({ title: '', path: '/cart' });
  });

  it('reads bars and links of rows', () => {
    expect(parseView('page x/\n| a \\| b |  | c {L1} |\n| d | e | f | {L2}').tables).toEqual([
      [
        ['a | b', '', 'c {L1}'],
        ['d', 'e', 'f'],
      ],
    ]);
  });

  it('reads tables cell by cell', () => {
    const view = parseView('page "" x/\ntable "T"\n  | A | B |\n  | 1 |  |\ntext\n| C |');
    expect(view.tables).toEqual([
      [
        ['A', 'B'],
        ['1', ''],
      ],
      [['C']],
    ]);
  });
});

it('reads the elements of a list', () => {
  const view = parseView('page shop.test/\n- a1 link "Aurora" /aurora  "$89"\n- a2 link "Borea" /borea');
  expect(view.find({ kind: 'link', name: 'Aurora' })?.id).toBe('a1');
  expect(view.find({ name: 'borea' })).toMatchObject({ id: 'a2', kind: 'link' });
});
