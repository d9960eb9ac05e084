import { describe, expect, it } from 'vitest';
import { followGuesses } from './follow-guesses.ts';

const maskText = '*****';
const listNumbers = (count: number, digits: number) =>
  Array.from({ length: count }, (_, at) => String(at).padStart(digits, '0'));

describe('once guesses of a number were listed, every number of its form is masked', {
  tags: ['security'],
}, () => {
  it.each([
    ['4711', 100, (number: string) => number],
    ['482913', 365, (number: string) => number],
    ['47-11', 100, (number: string) => number.replace(/^../, '$&-')],
    ['47 11', 100, (number: string) => number.replace(/^../, '$& ')],
    ['4711 ', 100, (number: string) => `${number} `],
  ])('`%s` after %i', (secret, count, write) => {
    const digits = secret.replace(/\D/g, '').length;
    const guesses = followGuesses();
    const list = listNumbers(count, digits).map(write);
    for (const guess of list.slice(1)) guesses.note(`tries ${guess}, or not`);
    const text = `${write('9'.repeat(digits))}; ${secret}; 2026-05-01`;
    expect(guesses.createMask([secret], maskText)(text)).toBe(text);
    guesses.note(encodeURIComponent(list[0] ?? ''));
    const masked = guesses.createMask([secret], maskText)(text);
    expect(masked.replaceAll(' ', '')).toMatch(/^\*{5};\*{5};/);
  });

  it('also when it was percent-encoded, and as a whole text when it is short', () => {
    const guesses = followGuesses();
    guesses.note(listNumbers(100, 4).join('.'));
    guesses.note(listNumbers(20, 3).join());
    const mask = guesses.createMask(['4711', '047'], maskText);
    expect(mask('list=%34%37%30%30&n=12345')).toBe('list=*****&n=12345');
    expect([mask('999'), mask('of 999')]).toEqual(['*****', 'of 999']);
  });

  it.each([
    ['different texts', Array.from({ length: 30_000 }, (_, at) => `n${1e10 + at}`).join()],
    ['one text', `${'x'.repeat(1_100_000)} 1`],
  ])('after more numbers than are kept, in %s', (_how, text) => {
    const guesses = followGuesses();
    guesses.note(text);
    expect(guesses.createMask(['4711'], maskText)('4712')).toBe(maskText);
  });

  it('but not after a few, however often they were written', () => {
    const guesses = followGuesses();
    for (let count = 0; count < 50; count += 1)
      guesses.note(
        JSON.stringify(
          Array.from({ length: 2_000 }, (_, at) => ({ id: `a${at % 90}b`, zip: 10_000 + (at % 90) })),
        ),
      );
    expect(guesses.createMask(['4711', '47110'], maskText)('4712 47112')).toBe('4712 47112');
  });
});

it('numbers of another form, words and secrets that cannot be guessed have no such mask', () => {
  const guesses = followGuesses();
  guesses.note(listNumbers(1_000, 4).join());
  const text = '482913 abcd 4929123456781234';
  expect(guesses.createMask(['482914', 'abce', '4929123456781235'], maskText)(text)).toBe(text);
});
