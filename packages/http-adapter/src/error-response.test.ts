import type { Problem } from '@runwright/contract';
import { expect, it } from 'vitest';
import { validationItems } from './error-response.ts';

const problems = (count: number): Problem[] =>
  Array.from({ length: count }, (_, index) => ({
    path: [index],
    message: 'Field required',
    type: 'missing',
  }));
const counted: Problem = {
  path: [],
  message: 'There are 7 more, which are not listed',
  type: 'too_many_problems',
};
const lastOf = (given: readonly Problem[]) => {
  const items = validationItems(['body'], given);
  return [items.length, items.at(-1)?.type, items.at(-1)?.msg];
};

it('100 items are listed, and one more counts the others', () => {
  expect(lastOf(problems(100))).toEqual([100, 'missing', 'Field required']);
  const message = 'There are 1 more, which are not listed';
  expect(lastOf(problems(101))).toEqual([101, 'too_many_problems', message]);
});

it('the count of the engine is kept, and what the engine has left out is not forgotten', () => {
  expect(lastOf([...problems(100), counted])).toEqual([101, 'too_many_problems', counted.message]);
  const message = 'There are more than 20 more, which are not listed';
  expect(lastOf([...problems(120), counted])).toEqual([101, 'too_many_problems', message]);
});
