import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import decode, { init as initDecoder } from '@jsquash/jpeg/decode.js';
import encode, { init as initEncoder } from '@jsquash/jpeg/encode.js';
import { drawMarks, type Mark } from './draw-marks.ts';
import { type Area, type Pixels, redactAreas } from './redact.ts';

/** The program of a codec, which its package would fetch from an address. */
export async function codecProgram(path: string): Promise<ArrayBuffer> {
  const bytes = await readFile(createRequire(import.meta.url).resolve(path));
  return Uint8Array.from(bytes).buffer;
}

let decoder: Promise<void> | null = null;
let encoder: Promise<void> | null = null;

/** The pixels of a JPEG. Rejects when it is none. */
export async function decodeJpeg(jpeg: Uint8Array): Promise<Pixels> {
  decoder ??= codecProgram('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm').then((wasmBinary) =>
    // What is wrong with a picture is thrown too.
    initDecoder({ wasmBinary, printErr: () => undefined }),
  );
  await decoder;
  return decode(Uint8Array.from(jpeg).buffer);
}

/** Encodes pixels as a JPEG; `quality` is 0 to 100. */
export async function encodeJpeg({ width, height, data }: Pixels, quality: number): Promise<Uint8Array> {
  encoder ??= codecProgram('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm').then((wasmBinary) =>
    initEncoder({ wasmBinary }),
  );
  await encoder;
  const image = { width, height, data: Uint8ClampedArray.from(data), colorSpace: 'srgb' } as const;
  return new Uint8Array(await encode(image, { quality }));
}

/** The JPEG with areas painted over, then marks drawn; the very same one when there are none. */
export async function redactJpeg(
  jpeg: Uint8Array,
  areas: readonly Area[],
  quality: number,
  marks: readonly Mark[] = [],
): Promise<Uint8Array> {
  if (areas.length + marks.length === 0) return jpeg;
  const pixels = await decodeJpeg(jpeg);
  redactAreas(pixels, areas);
  drawMarks(pixels, marks);
  return encodeJpeg(pixels, quality);
}

/**
 * Reads width and height of a JPEG from the header of its frame; 0 x 0 when there is none.
 * Format: https://www.w3.org/Graphics/JPEG/itu-t81.pdf
 */
export function jpegSize(jpeg: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  for (let at = 2; at + 9 < jpeg.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    // SOF0 to SOF15, without the tables of Huffman and arithmetic coding among them.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return { width: 0, height: 0 };
}
