import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { decodeJpeg } from './jpeg.ts';
import { type Area, type Pixels, redactAreas, scaleAreas } from './redact.ts';
import { vp8Frame } from './vp8.ts';

/** A picture of the page at a moment. */
export interface VideoFrame {
  readonly jpeg: Uint8Array;
  /** CSS pixels. */
  readonly areas: readonly Area[];
  /** Width of the page in CSS pixels. */
  readonly pageWidth: number;
  /** Milliseconds since the beginning, growing. */
  readonly at: number;
}

/** A video in the making. */
export interface VideoEncoder {
  /** Adds a frame; `areas` of it are painted over. Resolves with the size of the video so far in bytes. */
  add(frame: VideoFrame): Promise<number>;
  /** The WebM of all frames, the last one shown until `at`. */
  finish(at: number): Promise<Uint8Array>;
}

/** The shortest time that a frame is shown, in seconds. */
const shortest = 0.001;

/**
 * Creates an encoder of WebM with key frames only: each is shown until the next, and the video is complete at any
 * moment. Its size is that of the first frame; others are cut or filled up.
 */
export function createVideoEncoder(): VideoEncoder {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  let size: { readonly width: number; readonly height: number } | null = null;
  let bytes = 0;
  let last: { readonly data: Uint8Array; readonly at: number } | null = null;

  const flush = async (until: number): Promise<void> => {
    if (!last || !size) return;
    const { data, at } = last;
    const duration = Math.max(shortest, until / 1_000 - at);
    const decoderConfig = { codec: 'vp8', codedWidth: size.width, codedHeight: size.height };
    await source.add(new EncodedPacket(data, 'key', at, duration), { decoderConfig });
  };

  return {
    async add({ jpeg, areas, pageWidth, at }) {
      const pixels = await decodeJpeg(jpeg);
      redactAreas(pixels, scaleAreas(areas, pixels.width / pageWidth));
      if (!size) {
        size = { width: pixels.width, height: pixels.height };
        output.addVideoTrack(source);
        await output.start();
      }
      const data = await vp8Frame(fitted(pixels, size));
      const before = last;
      await flush(at);
      last = { data, at: Math.max(at / 1_000, before ? before.at + shortest : 0) };
      bytes += data.length;
      return bytes;
    },
    async finish(at) {
      await flush(at);
      await output.finalize();
      return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
    },
  };
}

/** The picture in the size of the video, from its upper left corner on. */
function fitted(picture: Pixels, size: { readonly width: number; readonly height: number }): Pixels {
  if (picture.width === size.width && picture.height === size.height) return picture;
  const data = new Uint8Array(size.width * size.height * 4).fill(255);
  const width = Math.min(size.width, picture.width);
  for (let row = 0; row < Math.min(size.height, picture.height); row += 1) {
    const from = row * picture.width * 4;
    data.set(picture.data.subarray(from, from + width * 4), row * size.width * 4);
  }
  return { ...size, data };
}
