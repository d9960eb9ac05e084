import decode, { init } from '@jsquash/webp/decode.js';
import { codecProgram } from './jpeg.ts';

/** The pixels of a key frame, by way of the WebP that holds it. */
export async function decodeVp8(frame: Uint8Array, width: number, height: number) {
  await init({ wasmBinary: await codecProgram('@jsquash/webp/codec/dec/webp_dec.wasm') });
  const size = frame.length + (frame.length % 2);
  const webp = Buffer.alloc(20 + size);
  webp.write('RIFF', 0, 'latin1');
  webp.writeUInt32LE(12 + size, 4);
  webp.write('WEBPVP8 ', 8, 'latin1');
  webp.writeUInt32LE(frame.length, 16);
  webp.set(frame, 20);
  const { data, ...shown } = await decode(Uint8Array.from(webp).buffer);
  if (shown.width !== width || shown.height !== height) throw new Error('the frame has another size');
  return { data, width, height };
}
