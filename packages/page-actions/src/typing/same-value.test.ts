import { expect, it } from 'vitest';
import { isSameValue } from './same-value.ts';

const taken = (value: string, wanted: string, type = 'text'): boolean => isSameValue(value, wanted, { type });

it('spaces, and a case that the field gives to all of the text, make no difference', () => {
  expect(taken('Ann  Lee', 'Ann Lee')).toBe(true);
  expect(taken('AB-12', 'ab-12')).toBe(true);
  expect(taken('ann@shop.example', 'Ann@Shop.Example')).toBe(true);
  expect(taken('Ann lee', 'Ann Lee')).toBe(false);
  expect(taken('Ann Le', 'Ann Lee')).toBe(false);
});

it('a mask puts signs between the digits of a phone number or a card', () => {
  expect(taken('(555) 123-4567', '5551234567', 'tel')).toBe(true);
  expect(taken('+1 (555) 123-4567', '5551234567')).toBe(true);
  expect(taken('(555) 123-4567', '+15551234567', 'tel')).toBe(true);
  expect(taken('(155) 512-3456', '+15551234567', 'tel')).toBe(false);
  expect(taken('4242 4242 4242 4242', '4242424242424242')).toBe(true);
  expect(taken('4242 4242 4242 424', '4242424242424242')).toBe(false);
  expect(taken('05 / 27', '05/27')).toBe(true);
});

it('an amount is the same amount however it is written, and not when the point has moved', () => {
  expect(taken('$1,234.50', '1234.5')).toBe(true);
  expect(taken('1.234,50 €', '1234,50')).toBe(true);
  expect(taken('1250', '12.50')).toBe(false);
  expect(taken('5', '5.0', 'number')).toBe(true);
  expect(taken('50', '5', 'number')).toBe(false);
  expect(taken('', '5', 'number')).toBe(false);
  expect(taken('1,234', '1234')).toBe(true);
});

it('a sign, a long fraction and a nought before the point are part of the amount', () => {
  expect(taken('5', '-5')).toBe(false);
  expect(taken('-5.00', '-5')).toBe(true);
  expect(taken('(5.00)', '-5.00')).toBe(true);
  expect(taken('525200', '52.5200')).toBe(false);
  expect(taken('52.52', '52.5200')).toBe(true);
  expect(taken('0125', '0.125')).toBe(false);
  expect(taken('12.50 EUR', '12.50')).toBe(true);
});

it('a phone number within its country may begin with a nought', () => {
  expect(taken('0170 1234567', '+491701234567', 'tel')).toBe(true);
  expect(taken('0170 1234568', '+491701234567', 'tel')).toBe(false);
});

it('an empty mask still shows its signs', () => {
  expect(taken('__-__', '')).toBe(true);
  expect(taken('12-__', '')).toBe(false);
});

it('a date is compared by its parts', () => {
  expect(taken('05/17/2026', '2026-05-17')).toBe(true);
  expect(taken('20/26/0517', '2026-05-17')).toBe(false);
  expect(taken('17.05.26', '17.05.2026')).toBe(false);
});
