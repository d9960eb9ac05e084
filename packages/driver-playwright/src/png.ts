import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { RunwrightError } from '@runwright/contract';

/** A rectangle in pixels of the picture. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Width and height of a PNG, from its header. */
export function pngSize(png: Uint8Array): { readonly width: number; readonly height: number } {
  const view = viewOf(png);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/**
 * Paints areas of a PNG over in one grey. For the pictures that browsers make: 8 bits, RGB or RGBA, not interlaced.
 * Format: https://www.w3.org/TR/png-3/
 */
export function paintOver(png: Uint8Array, areas: readonly Area[]): Uint8Array {
  if (areas.length === 0) return png;
  const { width, height } = pngSize(png);
  const [depth, colour, , , interlace] = png.subarray(24, 29);
  const channels = colour === 6 ? 4 : colour === 2 ? 3 : 0;
  if (depth !== 8 || channels === 0 || interlace !== 0) {
    throw new RunwrightError(
      'internal',
      'A screenshot was to be masked, and its format is not the one that browsers write.',
    );
  }
  const stride = width * channels;
  const pixels = unfilter(inflateSync(Buffer.concat(chunksOf(png, 'IDAT'))), stride, height, channels);
  for (const area of areas) fill(pixels, { width, height, channels }, area);
  const rows = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row += 1)
    rows.set(pixels.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  return Buffer.concat([
    png.subarray(0, 33),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function fill(
  pixels: Uint8Array,
  size: { width: number; height: number; channels: number },
  area: Area,
): void {
  const left = Math.max(0, Math.floor(area.x));
  const right = Math.min(size.width, Math.ceil(area.x + area.width));
  const top = Math.max(0, Math.floor(area.y));
  const bottom = Math.min(size.height, Math.ceil(area.y + area.height));
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const at = (row * size.width + column) * size.channels;
      pixels.fill(128, at, at + 3);
      if (size.channels === 4) pixels[at + 3] = 255;
    }
  }
}

/** Undoes the five filters of PNG, line by line. */
function unfilter(data: Uint8Array, stride: number, height: number, step: number): Uint8Array {
  const pixels = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    const kind = data[row * (stride + 1)];
    const from = row * (stride + 1) + 1;
    const to = row * stride;
    for (let index = 0; index < stride; index += 1) {
      const left = index >= step ? (pixels[to + index - step] ?? 0) : 0;
      const up = row > 0 ? (pixels[to + index - stride] ?? 0) : 0;
      const corner = row > 0 && index >= step ? (pixels[to + index - stride - step] ?? 0) : 0;
      pixels[to + index] = (data[from + index] ?? 0) + predicted(kind, left, up, corner);
    }
  }
  return pixels;
}

function predicted(kind: number | undefined, left: number, up: number, corner: number): number {
  switch (kind) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const guess = left + up - corner;
      const [byLeft, byUp, byCorner] = [
        Math.abs(guess - left),
        Math.abs(guess - up),
        Math.abs(guess - corner),
      ];
      if (byLeft <= byUp && byLeft <= byCorner) return left;
      return byUp <= byCorner ? up : corner;
    }
    default:
      return 0;
  }
}

function chunksOf(png: Uint8Array, wanted: string): readonly Uint8Array[] {
  const view = viewOf(png);
  const found: Uint8Array[] = [];
  for (let at = 8; at + 8 <= png.length; ) {
    const length = view.getUint32(at);
    if (Buffer.from(png.subarray(at + 4, at + 8)).toString('latin1') === wanted)
      found.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return found;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
