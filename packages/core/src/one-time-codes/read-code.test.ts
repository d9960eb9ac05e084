import { scriptedModel } from '@runwright/testing';
import { expect, it } from 'vitest';
import { systemClock } from '../runtime/clock.ts';
import { createCodeModel } from './code-model.ts';
import { readCode, readPlainCode } from './read-code.ts';

it.each([
  ['123456', '123456'],
  [' 12-34 56 \n', '12-34 56'],
  ['AB12-CD', 'AB12-CD'],
  ['Your code is 482913.', '482913'],
  ['G-482913 is your code. Again: 482913', '482913'],
  ['Your code: 4829 and nothing else', '4829'],
])('the code of %j is %j', (content, code) => {
  expect(readPlainCode(content, 'totp')).toBe(code);
});

it.each([
  'Order 123456: your code is 482913',
  'Call 004912345678901 now',
  'Your code is 123-456 today',
  '   ',
])('%j has no plain code', (content) => {
  expect(readPlainCode(content, 'totp')).toBeNull();
});

it('the only address of a message is its link, without the mark that ends a sentence', () => {
  const link = 'https://shop.test/login?t=abc';
  expect(readPlainCode(`Open ${link}.`, 'magic_link')).toBe(link);
  expect(readPlainCode(`Open ${link} or https://shop.test/help`, 'magic_link')).toBeNull();
});

const { signal } = new AbortController();
const modelThatAnswers = (...values: readonly (string | null)[]) => {
  const model = scriptedModel({ answers: values.map((value) => ({ value })) });
  return { model, port: createCodeModel({ model: () => model, clock: systemClock })() };
};
const message = 'Order 123456 was placed. Your sign-in code is 482913.';

it('a code that is not the only number is found by the model', async () => {
  const { model, port } = modelThatAnswers('482913');
  expect(await readCode(message, 'totp', port, signal)).toBe('482913');
  expect(JSON.stringify(model.requests[0]?.messages)).toContain('482913');
});

it('an answer that does not stand in the message is no code', { tags: ['security'] }, async () => {
  expect(await readCode(message, 'totp', modelThatAnswers('999999').port, signal)).toBeNull();
  expect(await readCode(message, 'totp', modelThatAnswers(null).port, signal)).toBeNull();
  expect(await readCode(message, 'magic_link', modelThatAnswers('482913').port, signal)).toBeNull();
  expect(await readCode(message, 'totp', null, signal)).toBeNull();
});

it('the model is not asked for what is plain', async () => {
  const { model, port } = modelThatAnswers();
  expect(await readCode('Your code is 482913', 'totp', port, signal)).toBe('482913');
  expect(model.requests).toEqual([]);
});
