/** A rectangle in pixels of a picture. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A picture as red, green, blue and alpha, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

const grey = [128, 128, 128, 255] as const;

/** Paints areas of a picture over in one grey; every pixel that an area touches. */
export function redactAreas({ width, height, data }: Pixels, areas: readonly Area[]): void {
  for (const area of areas) {
    const left = Math.max(0, Math.floor(area.x));
    const right = Math.min(width, Math.ceil(area.x + area.width));
    const top = Math.max(0, Math.floor(area.y));
    const bottom = Math.min(height, Math.ceil(area.y + area.height));
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) data.set(grey, (row * width + column) * 4);
    }
  }
}

/** The areas in a picture of another size. */
export function scaleAreas(areas: readonly Area[], by: number): readonly Area[] {
  return areas.map(({ x, y, width, height }) => ({
    x: x * by,
    y: y * by,
    width: width * by,
    height: height * by,
  }));
}
