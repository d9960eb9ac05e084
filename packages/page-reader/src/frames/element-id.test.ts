import { expect, it } from 'vitest';
import { frameLetter, parseElementId } from './element-id.ts';

it('letters go on after z, and leave `g` to the ids of groups', () => {
  expect([0, 5, 6, 24, 25, 26, 49, 50].map(frameLetter)).toEqual([
    ...['a', 'f', 'h', 'z', 'aa', 'ab', 'az', 'ba'],
  ]);
});

it('an id is a letter and a number, with or without the mark of the new', () => {
  expect(parseElementId('a12')).toEqual({ letter: 'a', number: 12 });
  expect(parseElementId(' *ab3 ')).toEqual({ letter: 'ab', number: 3 });
  for (const text of ['', '12', 'a', 'a-1', 'A1', 'a1b', '{L3}']) expect(parseElementId(text)).toBeNull();
});
