import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { redactPng } from './png.ts';
import { redactPicture } from './redact-picture.ts';

const png = new Uint8Array(PNG.sync.write(new PNG({ width: 4, height: 3 })));
const areas = [{ x: 1, y: 1, width: 2, height: 1 }];
const how = { picture: png, format: 'png', quality: 80 } as const;

test('a picture is painted over in a thread as it is here', async () => {
  expect(await redactPicture({ ...how, areas })).toEqual(new Uint8Array(redactPng(png, areas)));
});

test('a picture without areas is returned as it is', async () => {
  expect(await redactPicture({ ...how, areas: [] })).toBe(png);
});

test('a picture that cannot be read rejects, and the next one is painted over', async () => {
  const broken = redactPicture({ ...how, picture: png.map(() => 0), areas });
  const next = redactPicture({ ...how, areas });
  await expect(broken).rejects.toThrow('Error: ');
  expect(await next).toEqual(new Uint8Array(redactPng(png, areas)));
});
