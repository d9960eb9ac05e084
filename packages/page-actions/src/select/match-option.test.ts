import { expect, it } from 'vitest';
import { matchOption } from './match-option.ts';

const choices = ['All', 'Open', 'Open again', 'New Zealand', 'ZEALAND', 'Spain'].map((label, index) => ({
  label,
  value: `v${index}`,
}));

it('an exact label takes precedence over a prefix', () => {
  expect(matchOption(choices, { label: 'Open' })).toBe(1);
});

it('case, prefixes and word order are ignored when only one option matches', () => {
  expect(matchOption(choices, { label: 'spain' })).toBe(5);
  expect(matchOption(choices, { label: 'Spa' })).toBe(5);
  expect(matchOption(choices, { label: 'zealand, new' })).toBe(3);
});

it('a label that matches several options is ambiguous', () => {
  const cities = [
    { label: 'San Jose', value: '1' },
    { label: 'San Juan', value: '2' },
  ];
  expect(matchOption(cities, { label: 'San' })).toBe('several');
});

it('a label that matches nothing and an index behind the end are reported', () => {
  expect(matchOption(choices, { label: 'Peru' })).toBe('none');
  expect(matchOption(choices, { index: 6 })).toBe('none');
  expect(matchOption(choices, { label: '' })).toBe('none');
});

it('a value is looked up among values first, then among labels', () => {
  expect(matchOption(choices, { value: 'v2' })).toBe(2);
  expect(matchOption(choices, { value: 'Spain' })).toBe(5);
});
