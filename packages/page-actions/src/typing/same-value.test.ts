import { expect, it } from 'vitest';
import { isSameValue } from './same-value.ts';

const isSame = (value: string, wanted: string, type = 'text'): boolean =>
  isSameValue(value, wanted, { type });

it('spaces and a change of the whole text to one case are ignored', () => {
  expect(isSame('Ann  Lee', 'Ann Lee')).toBe(true);
  expect(isSame('AB-12', 'ab-12')).toBe(true);
  expect(isSame('ann@shop.example', 'Ann@Shop.Example')).toBe(true);
  expect(isSame('Ann lee', 'Ann Lee')).toBe(false);
  expect(isSame('Ann Le', 'Ann Lee')).toBe(false);
});

it('signs that a mask puts between the digits of a phone or card number are ignored', () => {
  expect(isSame('(555) 123-4567', '5551234567', 'tel')).toBe(true);
  expect(isSame('+1 (555) 123-4567', '5551234567')).toBe(true);
  expect(isSame('(555) 123-4567', '+15551234567', 'tel')).toBe(true);
  expect(isSame('(155) 512-3456', '+15551234567', 'tel')).toBe(false);
  expect(isSame('4242 4242 4242 4242', '4242424242424242')).toBe(true);
  expect(isSame('4242 4242 4242 424', '4242424242424242')).toBe(false);
  expect(isSame('05 / 27', '05/27')).toBe(true);
});

it('an amount is the same in any notation, but not with a moved decimal point', () => {
  expect(isSame('$1,234.50', '1234.5')).toBe(true);
  expect(isSame('1.234,50 €', '1234,50')).toBe(true);
  expect(isSame('1250', '12.50')).toBe(false);
  expect(isSame('5', '5.0', 'number')).toBe(true);
  expect(isSame('50', '5', 'number')).toBe(false);
  expect(isSame('', '5', 'number')).toBe(false);
  expect(isSame('1,234', '1234')).toBe(true);
  expect(isSame('12.50', '1250')).toBe(false);
  expect(isSame('12,50 €', '1250')).toBe(false);
  expect(isSame('1,250.00', '1250')).toBe(true);
  expect(isSame('01.23.45.67.89', '0123456789')).toBe(true);
  expect(isSame('756.1234.5678.97', '7561234567897')).toBe(true);
});

it.each([
  ['R$ 12,50', 'text'],
  ['$12.50', 'text'],
  ['12,50 €', 'text'],
  ['EUR 12.50', 'text'],
  ['12,50 Euro', 'text'],
  ['12.50 %', 'text'],
  ['12.50', 'tel'],
  ['R$ 12,50', 'tel'],
  ['125.0', 'text'],
])('a mask that makes %s of 1250 has changed the amount', (value, type) => {
  expect(isSame(value, '1250', type)).toBe(false);
  expect(isSame(value, '$1250', type)).toBe(false);
});

it.each([
  ['R$ 1.250,00', '1250'],
  ['R$ 1.250', '1250'],
  ['1.250,00', '1250'],
  ['1 250,00 kr', '1250'],
  ["CHF 1'250.00", '1250'],
  ['Rs. 1,250.00', '1250'],
  ['1250,00 Euro', '1250'],
  ['$1,250.00', '$1250'],
  ['1250.00', '1.250,00'],
  ['1.250', '1250'],
  ['12,50,000.00', '1250000'],
  ['1250', '1,250.00'],
  ['£0.50', '0,50'],
])('the amount %s is that of %s', (value, wanted) => {
  expect(isSame(value, wanted)).toBe(true);
  expect(isSame(value, wanted, 'tel')).toBe(true);
});

it('digits beyond those of a number are compared, too', () => {
  expect(isSame('9,007,199,254,740,993.00', '9007199254740993')).toBe(true);
  expect(isSame('9,007,199,254,740,992.00', '9007199254740993')).toBe(false);
  expect(isSame('9007199254740992', '9007199254740993', 'number')).toBe(false);
});

it('a point before two digits is no fraction in phone numbers, dates and times', () => {
  expect(isSame('0470 12.34.56', '0470123456', 'tel')).toBe(true);
  expect(isSame('555.12.34', '5551234', 'tel')).toBe(true);
  expect(isSame('5551.2345.67', '5551234567', 'tel')).toBe(true);
  expect(isSame('05.27', '0527')).toBe(true);
  expect(isSame('09.30', '0930')).toBe(true);
  expect(isSame('17.05.26', '170526')).toBe(true);
  expect(isSame('12.345.678', '12345678')).toBe(true);
});

it('a sign, a long fraction and a leading zero are part of the amount', () => {
  expect(isSame('5', '-5')).toBe(false);
  expect(isSame('-5', '5')).toBe(false);
  expect(isSame('-$5', '5')).toBe(false);
  expect(isSame('12.50-', '-12.50')).toBe(true);
  expect(isSame('12.50-', '12.50')).toBe(false);
  expect(isSame('-5.00', '-5')).toBe(true);
  expect(isSame('(5.00)', '-5.00')).toBe(true);
  expect(isSame('525200', '52.5200')).toBe(false);
  expect(isSame('52.52', '52.5200')).toBe(true);
  expect(isSame('0125', '0.125')).toBe(false);
  expect(isSame('12.50 EUR', '12.50')).toBe(true);
});

it('a national phone number may begin with a zero', () => {
  expect(isSame('0170 1234567', '+491701234567', 'tel')).toBe(true);
  expect(isSame('0170 1234568', '+491701234567', 'tel')).toBe(false);
});

it('an empty field may show the signs of its mask', () => {
  expect(isSame('__-__', '')).toBe(true);
  expect(isSame('12-__', '')).toBe(false);
});

it('a date is compared by its parts', () => {
  expect(isSame('05/17/2026', '2026-05-17')).toBe(true);
  expect(isSame('20/26/0517', '2026-05-17')).toBe(false);
  expect(isSame('17.05.26', '17.05.2026')).toBe(false);
  expect(isSame('04.03.2026', '03/04/2026')).toBe(true);
});

it.each([
  ['04/03/2026', '03/04/2026'],
  ['2026-04-03', '2026-03-04'],
  ['04/03/26', '03/04/26'],
])(
  'a date in the same format is another one when day and month have changed places: %s for %s',
  (value, wanted) => {
    expect(isSame(value, wanted)).toBe(false);
  },
);
