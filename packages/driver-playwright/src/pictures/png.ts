import { PNG } from 'pngjs';
import { drawMarks, type Mark } from './draw-marks.ts';
import { type Area, redactAreas } from './redact.ts';

/** Width and height of a PNG, from its header. */
export function pngSize(png: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The PNG with areas painted over, then marks drawn; the very same one when there are none. */
export function redactPng(png: Uint8Array, areas: readonly Area[], marks: readonly Mark[] = []): Uint8Array {
  if (areas.length + marks.length === 0) return png;
  const pixels = PNG.sync.read(Buffer.from(png));
  redactAreas(pixels, areas);
  drawMarks(pixels, marks);
  return PNG.sync.write(pixels, { colorType: 2, inputHasAlpha: true, deflateLevel: 3 });
}
