import { expect, it } from 'vitest';
import { createAnchorFinder } from './find-anchors.ts';

const signs = ['a', 'b', 'B', '1', 'é', '😀'];

/** Pseudo-random words of up to so many signs, the same in every run. */
function createWords(seed: number): (length: number) => string {
  let state = seed;
  const next = (most: number): number => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state % most;
  };
  return (length) => Array.from({ length: next(length + 1) }, () => signs[next(signs.length)]).join('');
}

it('finds the anchors that a text includes, and no others', () => {
  const word = createWords(20_261_128);
  for (let round = 0; round < 3000; round += 1) {
    const anchors = Array.from({ length: 12 }, () => word(7));
    const text = word(round % 60);
    const included = [...new Set(anchors)].filter((anchor) => text.includes(anchor));
    expect([...createAnchorFinder(anchors)(text)].sort()).toEqual(included.sort());
  }
});
