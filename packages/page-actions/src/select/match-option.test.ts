import { expect, it } from 'vitest';
import { matchOption } from './match-option.ts';

const choices = ['All', 'Open', 'Open again', 'New Zealand', 'ZEALAND', 'Spain'].map((label, index) => ({
  label,
  value: `v${index}`,
}));

it('an exact label wins over one that only begins so', () => {
  expect(matchOption(choices, { label: 'Open' })).toBe(1);
});

it('letters, beginnings and the order of words are forgiven when only one option is left', () => {
  expect(matchOption(choices, { label: 'spain' })).toBe(5);
  expect(matchOption(choices, { label: 'Spa' })).toBe(5);
  expect(matchOption(choices, { label: 'zealand, new' })).toBe(3);
});

it('a label that fits several options fits none', () => {
  const cities = [
    { label: 'San Jose', value: '1' },
    { label: 'San Juan', value: '2' },
  ];
  expect(matchOption(cities, { label: 'San' })).toBe('several');
});

it('a label that fits nothing is reported, and so is a place behind the end', () => {
  expect(matchOption(choices, { label: 'Peru' })).toBe('none');
  expect(matchOption(choices, { index: 6 })).toBe('none');
  expect(matchOption(choices, { label: '' })).toBe('none');
});

it('a value is looked up among values first, then among labels', () => {
  expect(matchOption(choices, { value: 'v2' })).toBe(2);
  expect(matchOption(choices, { value: 'Spain' })).toBe(5);
});
