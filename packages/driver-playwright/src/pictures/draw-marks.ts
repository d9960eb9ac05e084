import { characterWidth, glyphOf } from './mark-font.ts';
import type { Area, Pixels } from './redact.ts';

/** The place of an element in a picture, and the label that is drawn there. */
export interface Mark {
  readonly label: string;
  readonly area: Area;
}

type Colour = readonly [red: number, green: number, blue: number];

/** Dark enough for white letters, in turn, so that neighbours differ. */
const colours: readonly Colour[] = [
  [204, 0, 40],
  [0, 70, 200],
  [0, 110, 30],
  [130, 0, 170],
  [160, 75, 0],
  [0, 105, 115],
];
const white: Colour = [255, 255, 255];
/** Pixels around the letters of a label. */
const padding = { x: 2, y: 1 } as const;
const spacing = 1;
/** Costs of a covered pixel of a label, and of an element that is not the own one. */
const labelCost = 10;
const otherCost = 3;

/**
 * Draws a thin box around each area, with a white line around it for dark pages, and its label in white on the colour of the box: at a corner, where it covers the least
 * of other labels and areas.
 */
export function drawMarks(pixels: Pixels, marks: readonly Mark[]): void {
  const shown = marks.flatMap(({ label, area }) => {
    const part = clip(area, pixels);
    return part ? [{ label, area: part }] : [];
  });
  const colourOf = (index: number): Colour => colours[index % colours.length] ?? white;
  for (const { area } of shown) drawBox(pixels, grown(area), white);
  for (const [index, { area }] of shown.entries()) drawBox(pixels, area, colourOf(index));
  const areas = shown.map(({ area }) => area);
  const placed: Area[] = [];
  for (const [index, { label, area }] of shown.entries()) {
    const place = placeOf(sizeOf(label), area, { areas, placed, picture: pixels });
    placed.push(place);
    drawLabel(pixels, label, place, colourOf(index));
  }
}

/** The pixels of an area that are in the picture; null when there are none. */
function clip({ x, y, width, height }: Area, picture: Pixels): Area | null {
  const left = Math.max(0, Math.floor(x));
  const top = Math.max(0, Math.floor(y));
  const right = Math.min(picture.width, Math.ceil(x + width));
  const bottom = Math.min(picture.height, Math.ceil(y + height));
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

function grown({ x, y, width, height }: Area): Area {
  return { x: x - 1, y: y - 1, width: width + 2, height: height + 2 };
}

function sizeOf(label: string): { readonly width: number; readonly height: number } {
  const rows = Math.max(0, ...[...label].map((character) => glyphOf(character).length));
  const { length } = label;
  return {
    width: length * (characterWidth + spacing) - spacing + 2 * padding.x,
    height: rows + 2 * padding.y,
  };
}

interface Surroundings {
  /** The areas of all marks. */
  readonly areas: readonly Area[];
  /** Labels that are drawn. */
  readonly placed: readonly Area[];
  readonly picture: Pixels;
}

/** The place of a label that covers the least; the first of the best. */
function placeOf(
  { width, height }: { readonly width: number; readonly height: number },
  area: Area,
  { areas, placed, picture }: Surroundings,
): Area {
  const right = area.x + area.width;
  const bottom = area.y + area.height;
  const corners = [
    [area.x, area.y - height],
    [area.x - width, area.y],
    [right, area.y],
    [right - width, area.y - height],
    [area.x, bottom],
    [right - width, bottom],
    [right - width, area.y],
    [area.x, area.y],
  ] as const;
  let best: Area = { ...area, width, height };
  let least = Number.POSITIVE_INFINITY;
  for (const [x, y] of corners) {
    const place = {
      x: Math.min(Math.max(0, x), Math.max(0, picture.width - width)),
      y: Math.min(Math.max(0, y), Math.max(0, picture.height - height)),
      ...{ width, height },
    };
    const cost =
      labelCost * placed.reduce((sum, other) => sum + overlap(place, other), 0) +
      areas.reduce((sum, other) => sum + costOf(other, area) * overlap(place, other), 0);
    if (cost >= least) continue;
    least = cost;
    best = place;
  }
  return best;
}

/** The cost of a covered pixel of an area: a label on another element would pass for that of the other one. */
function costOf(other: Area, own: Area): number {
  if (other === own) return 1;
  return holds(other, own) ? 0 : otherCost;
}

function overlap(one: Area, other: Area): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

function holds(outer: Area, inner: Area): boolean {
  return overlap(outer, inner) === inner.width * inner.height;
}

function drawBox(pixels: Pixels, { x, y, width, height }: Area, colour: Colour): void {
  for (const edge of [
    { x, y, width, height: 1 },
    { x, y: y + height - 1, width, height: 1 },
    { x, y, width: 1, height },
    { x: x + width - 1, y, width: 1, height },
  ])
    fill(pixels, edge, colour);
}

function drawLabel(pixels: Pixels, label: string, place: Area, colour: Colour): void {
  fill(pixels, place, colour);
  [...label].forEach((character, index) => {
    const left = place.x + padding.x + index * (characterWidth + spacing);
    glyphOf(character).forEach((row, line) => {
      for (let column = 0; column < row.length; column += 1) {
        if (row[column] !== '#') continue;
        fill(pixels, { x: left + column, y: place.y + padding.y + line, width: 1, height: 1 }, white);
      }
    });
  });
}

function fill({ width, height, data }: Pixels, area: Area, colour: Colour): void {
  for (let row = Math.max(0, area.y); row < Math.min(height, area.y + area.height); row += 1) {
    for (let column = Math.max(0, area.x); column < Math.min(width, area.x + area.width); column += 1)
      data.set([...colour, 255], (row * width + column) * 4);
  }
}
