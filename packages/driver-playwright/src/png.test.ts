import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { paintOver, pngSize } from './png.ts';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** An RGB picture, one filter for each row, of pixels that differ everywhere. */
function picture(width: number, height: number, filters: readonly number[]) {
  const stride = width * 3;
  const pixels = Buffer.from(
    Array.from({ length: stride * height }, (_, index) => (index * 37 + (index >> 3)) % 251),
  );
  const at = (row: number, column: number) =>
    row < 0 || column < 0 ? 0 : (pixels[row * stride + column] ?? 0);
  const rows = Array.from({ length: height }, (_, row) => {
    const filter = filters[row] ?? 0;
    const bytes = Array.from({ length: stride }, (_, column) => {
      const [left, up, corner] = [
        at(row, column - 3),
        at(row - 1, column),
        column < 3 ? 0 : at(row - 1, column - 3),
      ];
      const guess = left + up - corner;
      const near = [left, up, corner].toSorted((a, b) => Math.abs(guess - a) - Math.abs(guess - b))[0] ?? 0;
      return (at(row, column) - ([0, left, up, (left + up) >> 1, near][filter] ?? 0)) & 255;
    });
    return Buffer.from([filter, ...bytes]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const png = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { png, pixels, stride };
}

it('every filter is undone, the area is grey and all else is as it was', () => {
  const { png, pixels, stride } = picture(7, 6, [0, 1, 2, 3, 4, 4]);
  const painted = Buffer.from(paintOver(png, [{ x: 1.2, y: 2, width: 3, height: 2.5 }]));
  expect(pngSize(painted)).toEqual({ width: 7, height: 6 });
  const length = painted.readUInt32BE(33);
  const rows = inflateSync(painted.subarray(41, 41 + length));
  for (let row = 0; row < 6; row += 1) {
    for (let column = 0; column < 7; column += 1) {
      const found = [
        ...rows.subarray(row * (stride + 1) + 1 + column * 3, row * (stride + 1) + 4 + column * 3),
      ];
      const isInside = row >= 2 && row < 5 && column >= 1 && column < 5;
      const before = [...pixels.subarray(row * stride + column * 3, row * stride + column * 3 + 3)];
      expect(found).toEqual(isInside ? [128, 128, 128] : before);
    }
  }
  expect(crc32(painted.subarray(37, 41 + length))).toBe(painted.readUInt32BE(41 + length));
});

it('a picture without areas is handed back as it is', () => {
  const { png } = picture(2, 2, []);
  expect(paintOver(png, [])).toBe(png);
});
