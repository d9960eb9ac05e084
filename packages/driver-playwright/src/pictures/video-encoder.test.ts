import { ALL_FORMATS, BufferSource, type EncodedPacket, EncodedPacketSink, Input } from 'mediabunny';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { decodeJpeg, encodeJpeg } from './jpeg.ts';
import { pngSize, redactPng } from './png.ts';
import { createVideoEncoder } from './video-encoder.ts';
import { createVideoWorker } from './video-worker.ts';
import { decodeVp8 } from './vp8.test-helpers.ts';

const white = (width: number, height: number) => ({
  ...{ width, height },
  data: new Uint8Array(width * height * 4).fill(255),
});
const frame = async (at: number, areas: { x: number; y: number; width: number; height: number }[] = []) => ({
  ...{ at, areas, pageWidth: 128 },
  jpeg: await encodeJpeg(white(64, 48), 90),
});
const packetsOf = async (webm: Uint8Array) => {
  const input = new Input({ source: new BufferSource(webm), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('no video');
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  return { track, packets };
};

it('a video is a WebM whose frames have their times', async () => {
  const encoder = createVideoEncoder();
  await encoder.add(await frame(0));
  await encoder.add(await frame(40_000));
  const { track, packets } = await packetsOf(await encoder.finish(41_500));
  expect([track.codec, track.codedWidth, track.codedHeight]).toEqual(['vp8', 64, 48]);
  expect(packets.map(({ type, timestamp }) => [type, timestamp])).toEqual([
    ['key', 0],
    ['key', 40],
  ]);
});

it('areas of a frame are redacted in the scale of the page', async () => {
  const worker = createVideoWorker();
  const encoder = worker.createEncoder();
  expect(await encoder.add(await frame(0, [{ x: 0, y: 0, width: 64, height: 96 }]))).toBeGreaterThan(0);
  const { packets } = await packetsOf(await encoder.finish(1_000));
  await worker.close();
  const { data, width } = await decodeVp8(packets[0]?.data ?? new Uint8Array(), 64, 48);
  const redAt = (x: number, y: number) => data[(y * width + x) * 4] ?? 0;
  expect(redAt(5, 5)).toBeCloseTo(128, -1);
  expect(redAt(25, 40)).toBeCloseTo(128, -1);
  expect(redAt(50, 20)).toBeGreaterThan(245);
});

it('a frame of another size is fitted into the video', async () => {
  const encoder = createVideoEncoder();
  await encoder.add(await frame(0));
  await encoder.add({ ...(await frame(500)), jpeg: await encodeJpeg(white(100, 20), 90) });
  const { packets } = await packetsOf(await encoder.finish(1_000));
  expect(await decodeVp8(packets[1]?.data ?? new Uint8Array(), 64, 48)).toMatchObject({
    width: 64,
    height: 48,
  });
});

it('areas of a PNG are redacted, and nothing else', () => {
  const png = PNG.sync.write(
    Object.assign(new PNG({ width: 8, height: 4 }), { data: Buffer.from(white(8, 4).data) }),
  );
  const painted = PNG.sync.read(Buffer.from(redactPng(png, [{ x: 1.5, y: 1, width: 1, height: 9 }])));
  expect(pngSize(png)).toEqual({ width: 8, height: 4 });
  const greys = Array.from({ length: 32 }, (_, index) => painted.data[index * 4]).flatMap((red, index) =>
    red === 128 ? [[index % 8, Math.floor(index / 8)]] : [],
  );
  expect(greys).toEqual(
    [1, 2, 3].flatMap((row) => [
      [1, row],
      [2, row],
    ]),
  );
  expect(redactPng(png, [])).toBe(png);
});

it('bytes that are no JPEG are rejected', async () => {
  await expect(decodeJpeg(new Uint8Array([1, 2, 3]))).rejects.toThrow();
});
