import { expect, test } from 'vitest';
import { drawMarks } from './draw-marks.ts';
import { glyphOf } from './mark-font.ts';
import { type Pixels, redactAreas } from './redact.ts';

const blank = (width: number, height: number, value = 255): Pixels => ({
  ...{ width, height },
  data: new Uint8Array(width * height * 4).fill(value),
});

/** A picture as text: `.` for what was white before, `#` for the colour of a mark. */
function drawn({ width, height, data }: Pixels): readonly string[] {
  const isWhite = (at: number): boolean => data[at] === 255 && data[at + 1] === 255 && data[at + 2] === 255;
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => (isWhite((row * width + column) * 4) ? '.' : '#')).join(''),
  );
}

test('a mark is a thin box with its label above the corner', () => {
  const pixels = blank(24, 17);
  drawMarks(pixels, [{ label: 'a1', area: { x: 1, y: 13, width: 20, height: 4 } }]);
  expect(drawn(pixels)).toEqual([
    '........................',
    '........................',
    '.#################......',
    '.###########..####......',
    '.##########...####......',
    '.#########....####......',
    '.###....####..####......',
    '.######..###..####......',
    '.###.....###..####......',
    '.##..##..###..####......',
    '.##..##..###..####......',
    '.###.....#......##......',
    '.#################......',
    '.####################...',
    '.#..................#...',
    '.#..................#...',
    '.####################...',
  ]);
});

test('labels stay in the picture and do not cover each other', () => {
  const pixels = blank(50, 27);
  const row = { y: 2, width: 20, height: 12 };
  drawMarks(pixels, [
    { label: 'a1', area: { ...row, x: 2 } },
    { label: 'b2', area: { ...row, x: 24 } },
  ]);
  // Both stand below, because there is no room above.
  const rows = drawn(pixels);
  expect(rows[14]).toBe('..#################.....#################.........');
  expect(rows[24]).toBe('..#################.....#################.........');
});

test('a label covers its own element and not the one beside it', () => {
  const pixels = blank(60, 60);
  drawMarks(pixels, [
    { label: 'a1', area: { x: 0, y: 0, width: 60, height: 30 } },
    { label: 'a2', area: { x: 0, y: 30, width: 60, height: 30 } },
  ]);
  const rows = drawn(pixels);
  // The row above the foot of the upper element, and the last one of a label in the lower element.
  expect(rows[28]).toBe(`#${'.'.repeat(58)}#`);
  expect(rows[40]).toBe(`${'#'.repeat(17)}${'.'.repeat(42)}#`);
});

test('marks outside of the picture are left out', () => {
  const pixels = blank(30, 30);
  drawMarks(pixels, [{ label: 'a1', area: { x: 10, y: 40, width: 20, height: 12 } }]);
  expect(drawn(pixels).join('')).not.toContain('#');
});

test('a mark does not uncover what is painted over', () => {
  const pixels = blank(40, 40, 0);
  const secret = { x: 4, y: 20, width: 30, height: 10 };
  redactAreas(pixels, [secret]);
  drawMarks(pixels, [{ label: 'a1', area: secret }]);
  const inside = pixels.data.slice((25 * 40 + 10) * 4, (25 * 40 + 10) * 4 + 3);
  expect([...inside]).toEqual([128, 128, 128]);
});

test('every digit and small letter has a glyph of its own', () => {
  const glyphs = [...'0123456789abcdefghijklmnopqrstuvwxyz'].map((character) =>
    glyphOf(character).join('\n'),
  );
  expect(new Set(glyphs).size).toBe(36);
  expect(glyphs.every((glyph) => /^[.#]{6}(\n[.#]{6}){8,10}$/.test(glyph))).toBe(true);
});
