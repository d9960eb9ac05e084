import type { ArtifactStore } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { opened } from './opened.ts';
import { refused } from './refused.ts';

/**
 * What every artifact store promises. Call it at the top of a driver's test file.
 *
 * @param name names the driver in the report
 * @param open opens an empty store; the suite closes it
 */
export function testArtifactStore(name: string, open: () => Promise<ArtifactStore>): void {
  describe(`${name} as an artifact store`, () => {
    const store = opened(open);
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
        await refused(put(key, 'text'), 'invalid_input');
        await refused(get(key), 'invalid_input');
        await refused(store().remove(key, { signal }), 'invalid_input');
      }
    });

    it('callers cannot change stored bytes through what they gave or got', async () => {
      const bytes = new TextEncoder().encode('text');
      await store().put('a', bytes, { signal });
      bytes.fill(0);
      (await store().get('a', { signal }))?.fill(0);
      expect(await get('a')).toBe('text');
    });

    it('a caller that has stopped changes nothing', async () => {
      await put('a', 'text');
      const stopped = { signal: AbortSignal.abort() };
      await refused(store().put('a', new Uint8Array(3), stopped), 'canceled');
      await refused(store().get('a', stopped), 'canceled');
      await refused(store().remove('a', stopped), 'canceled');
      expect(await get('a')).toBe('text');
    });
  });
}
