import { readWhole } from '@runwright/contract';
import { expect, it } from 'vitest';
import { spoolBytes } from './spool.ts';

async function* partsOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

it.each([
  ['memory', 100],
  ['a temporary file', 4],
])('bytes in %s are read whole and by ranges, as often as needed', async (_place, memoryBytes) => {
  const spool = await spoolBytes(partsOf('01', '', '234', '56789'), { memoryBytes });
  expect(spool.size).toBe(10);
  expect(text(await readWhole(spool))).toBe('0123456789');
  const ranges = [{ start: 3 }, { end: 4 }, { start: 2, end: 5 }, { start: 8, end: 100 }, { start: 20 }];
  const texts: string[] = [];
  for (const range of ranges) {
    texts.push(text(await readWhole({ size: spool.size, read: () => spool.read(range) })));
  }
  expect(texts).toEqual(['3456789', '0123', '234', '89', '']);
  await spool.close();
  await spool.close();
  await expect(readWhole(spool)).rejects.toMatchObject({ code: 'canceled' });
});

it('an error of the parts is thrown as it is', async () => {
  const broken = (async function* () {
    yield new Uint8Array(10);
    throw new TypeError('broken');
  })();
  await expect(spoolBytes(broken, { memoryBytes: 4 })).rejects.toEqual(new TypeError('broken'));
});
