import { expect, it } from 'vitest';
import { isGuessable } from './secret-forms.ts';

it.each([
  ...['047', '4711', '482913', '19870412', '123456789', '47-11', '4711 ', '12.04.1987', '1987-04-12'],
  ...['12 April 1987', '4-Dec-1987', '+1 555 0100', '(030) 12 34'],
  ...['abcd', 'a1b2', 'secret', 'A1234567', 'K7Q2XW', 'p&s!', 'aaaaaaaaaaaa', '00000000000000'],
])('all values like `%s` can be tried', { tags: ['security'] }, (secret) => {
  expect(isGuessable(secret)).toBe(true);
});

it.each([
  ...['1234567890', '4929123456781234', '4111 1111 1111 1111', '+1 555 010 0100'],
  ...['hunter2', 'northwind', 'marvin12', 'correct horse', 'p&ss "word" 1', 'пароль'],
])('values like `%s` are too many', { tags: ['security'] }, (secret) => {
  expect(isGuessable(secret)).toBe(false);
});
