import { expect, it } from 'vitest';
import { movementAreas } from './movement-areas.ts';

const box = (x: number, y: number) => ({ x, y, width: 10, height: 5 });

it('the area of a box that moved includes its way', () => {
  expect(movementAreas([box(0, 100)], [box(20, 40)])).toEqual([{ x: 0, y: 40, width: 30, height: 65 }]);
});

it('boxes that appeared or disappeared are covered in both places', () => {
  expect(movementAreas([], [box(1, 2)])).toEqual([box(1, 2)]);
  expect(movementAreas([box(1, 2), box(3, 4)], [box(5, 6)])).toEqual([box(1, 2), box(3, 4), box(5, 6)]);
});
