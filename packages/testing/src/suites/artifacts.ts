import { type ArtifactStore, RunwrightError } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { expectError } from './expect-error.ts';
import { openEachTest } from './open-each-test.ts';
import { tagged } from './tagged.ts';

/**
 * What every artifact store promises. Call it at the top of a driver's test file.
 *
 * @param name names the driver in the report
 * @param open opens an empty store; the suite closes it
 */
export function testArtifactStore(name: string, open: () => Promise<ArtifactStore>): void {
  describe(`${name} as an artifact store`, () => {
    const store = openEachTest(open);
    const { signal } = new AbortController();
    const put = (key: string, text: string) => store().put(key, new TextEncoder().encode(text), { signal });
    const get = async (key: string) => {
      const bytes = await store().get(key, { signal });
      return bytes && new TextDecoder().decode(bytes);
    };

    it('bytes come back as they were', async () => {
      const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
      await store().put('a_1', bytes, { signal });
      const back = await store().get('a_1', { signal });
      expect(back && Buffer.compare(back, bytes)).toBe(0);
    });

    it('no bytes are bytes too', async () => {
      await put('empty', '');
      expect(await get('empty')).toBe('');
    });

    it('nothing stands under an unknown key', async () => {
      expect(await get('unknown')).toBeNull();
      expect(await get('unknown/deeper')).toBeNull();
    });

    it('its keys can be listed, when it can list them', async () => {
      const { keys } = store();
      if (!keys) return;
      for (const key of ['a', 'a/b', 'c/d/e']) await put(key, key);
      const found: string[] = [];
      for await (const key of store().keys?.({ signal }) ?? []) found.push(key);
      expect(found.sort()).toEqual(['a', 'a/b', 'c/d/e']);
    });

    it('a second put replaces the first', async () => {
      await put('a', 'first, and longer');
      await put('a', 'second');
      expect(await get('a')).toBe('second');
    });

    it('a reader sees one put or the other, never a mixture', async () => {
      const texts = ['x'.repeat(50_000), 'y'.repeat(60_000)];
      await put('a', texts[0] ?? '');
      const writes = Promise.all(Array.from({ length: 6 }, (_, index) => put('a', texts[index % 2] ?? '')));
      const reads = await Promise.all(Array.from({ length: 12 }, () => get('a')));
      await writes;
      for (const text of [...reads, await get('a')]) expect(texts.includes(text ?? '')).toBe(true);
    });

    it('a removed key is gone, and removing it again is no error', async () => {
      await put('a/b', 'text');
      await store().remove('a/b', { signal });
      expect(await get('a/b')).toBeNull();
      await store().remove('a/b', { signal });
    });

    it('a key may have slashes, and a key may begin another one', async () => {
      await put('o_1/wr_1/a_1', 'deep');
      await put('o_1/wr_1', 'middle');
      await put('o_1', 'top');
      await put('o_1/wr_1/a_1/more', 'deeper');
      expect(await Promise.all(['o_1', 'o_1/wr_1', 'o_1/wr_1/a_1', 'o_1/wr_1/a_1/more'].map(get))).toEqual([
        'top',
        'middle',
        'deep',
        'deeper',
      ]);
      await store().remove('o_1/wr_1', { signal });
      expect(await get('o_1/wr_1/a_1')).toBe('deep');
    });

    it('a key that could name something outside is refused by every call', async () => {
      const keys = [
        '',
        '/',
        '/a',
        'a/',
        'a//b',
        '.',
        '..',
        '../a',
        'a/../b',
        'a/./b',
        'a\\b',
        'a b',
        'C:',
        'a\0',
      ];
      for (const key of [...keys, 'a.png', 'ä', '%2e%2e', 'a\n']) {
        await expectError(put(key, 'text'), 'invalid_input');
        await expectError(get(key), 'invalid_input');
        await expectError(range(key), 'invalid_input');
        await expectError(store().remove(key, { signal }), 'invalid_input');
      }
    });

    it('callers cannot change stored bytes through what they gave or got', async () => {
      const bytes = new TextEncoder().encode('text');
      await store().put('a', bytes, { signal });
      bytes.fill(0);
      (await store().get('a', { signal }))?.fill(0);
      expect(await get('a')).toBe('text');
    });

    /** The bytes that the store gives for a range, and the size of the largest part. */
    const range = async (key: string, range: { start?: number; end?: number } = {}) => {
      const parts = await store().open(key, { ...range, signal });
      if (parts === null) return null;
      const read: Uint8Array[] = [];
      for await (const part of parts) read.push(part);
      return {
        text: Buffer.concat(read).toString(),
        largest: Math.max(0, ...read.map((part) => part.length)),
      };
    };

    it('a range has the bytes from its start up to, but not including, its end', async () => {
      await put('a', '0123456789');
      const texts = await Promise.all(
        [{}, { start: 3 }, { end: 4 }, { start: 2, end: 3 }, { start: 9, end: 10 }, { start: 4, end: 4 }].map(
          async (one) => (await range('a', one))?.text,
        ),
      );
      expect(texts).toEqual(['0123456789', '3456789', '0123', '2', '9', '']);
      await put('empty', '');
      expect((await range('empty'))?.text).toBe('');
    });

    it('a range that goes beyond the bytes ends with them', async () => {
      await put('a', '0123');
      expect((await range('a', { start: 2, end: 100 }))?.text).toBe('23');
      expect((await range('a', { start: 100, end: 200 }))?.text).toBe('');
    });

    it('a range that is none is refused', async () => {
      await put('a', '0123');
      for (const one of [{ start: -1 }, { start: 0.5 }, { start: 3, end: 2 }, { end: Number.NaN }]) {
        await expectError(range('a', one), 'invalid_input');
      }
    });

    it('no range of an unknown key can be opened', async () => {
      expect(await range('unknown')).toBeNull();
      expect(await range('unknown/deeper', { start: 1, end: 2 })).toBeNull();
    });

    it('bytes are read in parts of at most 64 KiB', tagged('security'), async () => {
      await put('a', 'x'.repeat(300_001));
      const read = await range('a');
      expect([read?.text.length, (read?.largest ?? 0) <= 64 * 1024]).toEqual([300_001, true]);
    });

    it('a reader may stop early, and may open without reading', async () => {
      await put('a', 'x'.repeat(300_000));
      await store().open('a', { signal });
      for await (const _part of (await store().open('a', { signal })) ?? []) break;
      expect((await range('a', { start: 299_999 }))?.text).toBe('x');
    });

    it('a reader that has begun sees its bytes to the end, although others are put or removed', async () => {
      await put('a', 'x'.repeat(200_000));
      const parts = (await store().open('a', { signal }))?.[Symbol.asyncIterator]();
      const first = (await parts?.next())?.value?.length ?? 0;
      await put('a', 'y'.repeat(200_000));
      await store().remove('a', { signal });
      let rest = '';
      for (let part = await parts?.next(); part && !part.done; part = await parts?.next()) {
        rest += Buffer.from(part.value).toString();
      }
      expect(rest).toBe('x'.repeat(200_000 - first));
    });

    it('a reader whose signal is aborted gets no more', async () => {
      await put('a', 'x'.repeat(300_000));
      const stopping = new AbortController();
      const parts = (await store().open('a', { signal: stopping.signal }))?.[Symbol.asyncIterator]();
      await parts?.next();
      stopping.abort();
      await expectError(Promise.resolve(parts?.next()), 'canceled');
    });

    it('bytes may be put in parts', tagged('security'), async () => {
      await store().put('a', partsOf(['ab', '', 'cde']), { signal });
      expect(await get('a')).toBe('abcde');
      await store().put('none', partsOf([]), { signal });
      expect(await get('none')).toBe('');
    });

    it('parts that end with an error are not stored, and the error is passed on', async () => {
      await put('a', 'before');
      const failure = new RunwrightError('block_failed', 'The source is too large.');
      await expectError(store().put('a', partsOf(['ab'], failure), { signal }), 'block_failed');
      await expectError(store().put('b', partsOf(['ab'], failure), { signal }), 'block_failed');
      expect([await get('a'), await get('b')]).toEqual(['before', null]);
    });

    it('a put in parts that is canceled on its way leaves the former bytes', async () => {
      await put('a', 'before');
      const stopping = new AbortController();
      const parts = (async function* () {
        yield Buffer.from('ab');
        stopping.abort();
        yield Buffer.from('cd');
      })();
      await expectError(store().put('a', parts, { signal: stopping.signal }), 'canceled');
      expect(await get('a')).toBe('before');
    });

    const wanted = {
      contentType: 'text/plain; charset=utf-8',
      contentDisposition: "attachment; filename*=UTF-8''a%20b.txt",
      cacheControl: 'private, max-age=30',
      maxSeconds: 30,
      signal,
    };

    it('a presigned URL gives the bytes and the headers that were asked for, when it can sign', async ({
      skip,
    }) => {
      if (!store().presign) skip();
      await put('a/b', '0123456789');
      const url = (await store().presign?.('a/b', wanted)) ?? '';
      const whole = await fetch(url);
      expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'content-type': wanted.contentType,
        'content-disposition': wanted.contentDisposition,
        'cache-control': wanted.cacheControl,
      });
      const part = await fetch(url, { headers: { range: 'bytes=2-4' } });
      expect([part.status, await part.text()]).toEqual([206, '234']);
      expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    });

    it('it signs no URL of nothing, of a key that could name something outside, or for a caller that has stopped', async ({
      skip,
    }) => {
      const { presign } = store();
      if (!presign) skip();
      expect(await presign?.('unknown', wanted)).toBeNull();
      await expectError(Promise.resolve(presign?.('../a', wanted)), 'invalid_input');
      const stopped = { ...wanted, signal: AbortSignal.abort() };
      await expectError(Promise.resolve(presign?.('a', stopped)), 'canceled');
    });

    it('a caller that has stopped changes nothing', async () => {
      await put('a', 'text');
      const stopped = { signal: AbortSignal.abort() };
      await expectError(store().put('a', new Uint8Array(3), stopped), 'canceled');
      await expectError(store().get('a', stopped), 'canceled');
      await expectError(store().open('a', stopped), 'canceled');
      await expectError(store().remove('a', stopped), 'canceled');
      expect(await get('a')).toBe('text');
    });
  });
}

/** Parts as a source gives them; with `failure` they end in it. */
async function* partsOf(texts: readonly string[], failure?: Error): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
  if (failure) throw failure;
}
