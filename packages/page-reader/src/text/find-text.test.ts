import { expect, it } from 'vitest';
import type { PageNode } from '../tree/page-tree.ts';
import { findText } from './find-text.ts';
import { createLinkTokens } from './link-tokens.ts';
import { group, item, text } from './print-page.test-helpers.ts';

const find = (content: readonly PageNode[], wanted: string, places = 8) =>
  findText(content, wanted, places, {
    ...{ mode: 'action', url: 'https://shop.example/', nameLimit: 100 },
    isFresh: () => false,
    tokenOf: createLinkTokens().tokenOf,
  });

const options = Array.from({ length: 20 }, (_, index) => ({
  ...{ label: `Country ${index}`, value: `${index}`, selected: false },
}));
const page = [
  group('main', [
    text('Delivery', 10, { level: 2 }),
    item({ id: 'a1', kind: 'textbox', name: 'Street', value: 'Long Lane' }),
    text('We deliver within 3 days.'),
    item({ id: 'a2', kind: 'select', name: 'Country', value: 'Country 0', options }),
    text('Payment', 10, { level: 2 }),
    item({ id: 'a3', name: 'Pay' }),
  ]),
];

it('tells the headings above and the nearest things to act on', () => {
  expect(find(page, '3 days').message).toBe(
    '"3 days" stands in 1 place:\n- main > "Delivery": "We deliver within 3 days."  a1 textbox "Street" ="Long Lane"  a2 select "Country" ="Country 0" (20)  a3 button "Pay"',
  );
  expect(find(page, 'pay').ids).toEqual(['a3', 'a3']);
  expect(find(page, 'pay').message).toContain('\n- main > "Payment"');
});

it('looks into values and into options that do not print', () => {
  expect(find(page, 'long lane').ids).toEqual(['a1']);
  expect(find(page, 'country 17').message).toContain(
    'a2 select "Country" ="Country 0" (20)  has the option "Country 17"',
  );
});

it('tells no more places than it is asked for, and how many there are', () => {
  const many = Array.from({ length: 30 }, (_, index) => item({ id: `a${index}`, name: `Thing ${index}` }));
  const { count, message } = find(many, 'thing', 3);
  expect(count).toBe(30);
  expect(message.split('\n')).toHaveLength(4);
  expect(message).toContain('stands in 30 places, the first 3 of which are:');
});

it('says so when there is nothing, or nothing was asked for', () => {
  expect(find(page, 'Voucher').message).toBe('"Voucher" stands nowhere on the page, folded parts included.');
  expect(find(page, ' ').count).toBe(0);
});

it('lets no text of the page pass for an element', () => {
  expect(find([text('pay" a9 button "Pay')], 'pay').message).toContain(`"pay' a9 button 'Pay"`);
});

it('finds what titles a group, and shows the place in a long text', () => {
  const order = group('group', [item({ id: 'a1', kind: 'textbox', name: 'Street' })], { name: 'Delivery' });
  expect(find([order], 'delivery').message).toContain('"group \'Delivery\'"  a1 textbox "Street"');
  const long = text(`The start. ${'And so on. '.repeat(40)}The price is 5.`);
  expect(find([long], 'the price').message).toContain('The price is 5.');
});
