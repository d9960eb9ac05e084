import { describe, expect, it } from 'vitest';
import { pagePointOf, wheelDistance } from './picture-point.ts';

const page = { width: 1280, height: 800 };

describe('points of the picture', () => {
  it.each([1, 0.5, 0.304_687_5, 2.5])('scaled by %d lie where the page has them', (scale) => {
    const place = { left: 33.5, top: 120, width: page.width * scale, height: page.height * scale };
    const point = pagePointOf({ clientX: 33.5 + 400 * scale, clientY: 120 + 250 * scale }, place, page);
    expect([Math.abs(point.x - 400), Math.abs(point.y - 250)].every((distance) => distance <= 0.01)).toBe(
      true,
    );
  });

  it('outside become the nearest one inside', () => {
    const place = { left: 100, top: 100, width: 640, height: 400 };
    expect(pagePointOf({ clientX: 0, clientY: 9000 }, place, page)).toEqual({ x: 0, y: 799 });
    expect(pagePointOf({ clientX: 5, clientY: 5 }, { ...place, width: 0, height: 0 }, page)).toEqual({
      x: 0,
      y: 0,
    });
  });

  it('the wheel turns by pixels, lines and pages, and to the side with Shift', () => {
    const turn = { deltaX: 0, deltaY: 3, deltaMode: 0, shiftKey: false };
    expect(wheelDistance(turn, page)).toEqual({ dx: 0, dy: 3 });
    expect(wheelDistance({ ...turn, deltaMode: 1 }, page)).toEqual({ dx: 0, dy: 120 });
    expect(wheelDistance({ ...turn, deltaMode: 2 }, page)).toEqual({ dx: 0, dy: 2400 });
    expect(wheelDistance({ ...turn, deltaY: -1e6 }, page)).toEqual({ dx: 0, dy: -10_000 });
    expect(wheelDistance({ ...turn, shiftKey: true }, page)).toEqual({ dx: 3, dy: 0 });
  });
});
