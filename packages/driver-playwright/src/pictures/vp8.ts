import encode, { init } from '@jsquash/webp/encode.js';
import { codecProgram } from './jpeg.ts';
import type { Pixels } from './redact.ts';

/** 0 to 100. Text stays readable; a full page takes about 100 kB. */
const quality = 60;
/** The fastest of seven. */
const method = 0;

let ready: Promise<unknown> | null = null;

/**
 * Encodes a picture as a key frame of VP8 video, which a lossy WebP contains.
 * Format: https://www.rfc-editor.org/rfc/rfc9649 and https://www.rfc-editor.org/rfc/rfc6386
 */
export async function vp8Frame(pixels: Pixels): Promise<Uint8Array> {
  ready ??= codecProgram('@jsquash/webp/codec/enc/webp_enc_simd.wasm').then((wasmBinary) =>
    init({ wasmBinary }),
  );
  await ready;
  const data = Uint8ClampedArray.from(pixels.data);
  const webp = new Uint8Array(await encode({ ...pixels, data, colorSpace: 'srgb' }, { quality, method }));
  const frame = chunkOf(webp, 'VP8 ');
  if (!frame) throw new Error('the encoder has made no VP8');
  return frame;
}

/** A chunk of a RIFF file. */
function chunkOf(riff: Uint8Array, name: string): Uint8Array | null {
  const view = new DataView(riff.buffer, riff.byteOffset, riff.byteLength);
  for (let at = 12; at + 8 <= riff.length; ) {
    const size = view.getUint32(at + 4, true);
    const isWanted = String.fromCharCode(...riff.subarray(at, at + 4)) === name;
    if (isWanted) return riff.slice(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  return null;
}
