import { describe, expect, it } from 'vitest';
import { linearPattern, patternLimits } from './linear-pattern.ts';

describe('a pattern that users write', () => {
  it.each([
    ['^[A-Z]{2}\\d+$', 'AB12', 'ab12'],
    ['^\\S+@\\S+$', 'a@b', 'a\u00a0@ b'],
    ['^a\\sb$', 'a\u00a0b', 'a_b'],
    ['^[\\s\\d]+$', '1\u20282', 'x'],
    ['^[^\\s]+$', 'ab', 'a\u3000b'],
    ['^[\\S]$', 'x', '\ufeff'],
    ['^.$', '😀', '\r'],
    ['^[.]$', '.', 'x'],
    ['^\\u00e4\\u{1F600}$', 'ä😀', 'a'],
    ['^(?<year>\\d{4})-\\.\\[\\]$', '2026-.[]', '2026-x[]'],
    ['^\\p{Lu}$', 'Ä', 'ä'],
    ['b$', 'ab', 'b\n'],
    ['\\bfoo\\b', 'a foo', 'afoo'],
    ['^[^]$', '\n', ''],
    ['^\\/\\-$'.replace('\\-', '-'), '/-', '-'],
  ])('%s means what it means in ECMAScript', (source, fitting, other) => {
    const [own, native] = [linearPattern(source), new RegExp(source, 'u')];
    expect([own.test(fitting), own.test(other)]).toEqual([true, false]);
    expect([native.test(fitting), native.test(other)]).toEqual([true, false]);
  });

  it.each([
    ['(?=a)b', 'look-ahead'],
    ['(?<!a)b', 'look-ahead, look-behind'],
    ['(a)\\1', 'back-references'],
    ['(', 'not a valid regular expression'],
    ['\\Qa\\E', 'not a valid regular expression'],
    ['a{1,5000}', 'repetitions'],
    ['((a{100}){100}){100}', 'repetitions'],
    ['a'.repeat(patternLimits.characters + 1), 'at most 1000'],
  ])('%s is refused by name', { tags: ['security'] }, (source, reason) => {
    expect(() => linearPattern(source)).toThrow(reason);
  });

  it('is never compared with a text that would keep the process busy', { tags: ['security'] }, () => {
    const costly = linearPattern('[ab]*a[ab]{900}c');
    expect(() => costly.test(`c${'ab'.repeat(100_000)}`)).toThrow('too long for the pattern');
  });
});
