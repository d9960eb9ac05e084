import { RunwrightError } from '@runwright/contract';
import { expect, it } from 'vitest';
import { readSource } from './read-source.ts';

const failure = (text: string): string => {
  try {
    readSource(text);
  } catch (error) {
    if (RunwrightError.is(error)) return JSON.stringify(error.details.problems);
  }
  return 'no error';
};

it('reads YAML and JSON as the same data', () => {
  const data = { title: 'Ä', list: [1, true, null], day: '2024-01-01', answer: 'yes' };
  expect(readSource('title: Ä\nlist: [1, true, null]\nday: 2024-01-01\nanswer: yes')).toEqual(data);
  expect(readSource(JSON.stringify(data, null, '\t'))).toEqual(data);
});

it.each(['9007199254740993', '-1e400', '.inf', '-.Inf', '.nan', '0x20000000000001'])(
  'reads %s, which is no exact number of JSON, as a text',
  (number) => {
    expect(readSource(`id: ${number}\ncount: 0x1f`)).toEqual({ id: number, count: 31 });
  },
);

it('names line and column of a syntax error, from 1', () => {
  expect(failure('a: 1\nb: [1,\nc: 2')).toContain('line 3, column 1');
  expect(failure('a: 1\na: 2')).toContain('duplicated mapping key at line 2, column 1');
});

it('refuses custom tags, empty text, and more than 100 aliases', () => {
  expect(failure('a: !!js/function x')).toContain('tag');
  expect(failure('')).toContain('empty');
  expect(failure(`a: &x 1\nb: [${'*x, '.repeat(101)}]`)).toContain('alias');
});

it('quotes no more than the beginning of a long tag', { tags: ['security'] }, () => {
  expect(failure(`%TAG ! tag:${'x'.repeat(100_000)},2000:\n---\na: !b 1`)).toMatch(
    /unknown scalar tag.{0,300}…/,
  );
  expect(failure(`%TAG ! tag:${'x'.repeat(100_000)},2000:\n---\na: !b 1`).length).toBeLessThan(1000);
});
