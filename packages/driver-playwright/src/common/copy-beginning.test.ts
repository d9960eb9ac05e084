import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { copyBeginning } from './copy-beginning.ts';

it('the beginning of a text is copied, whatever it is cut through', () => {
  expect(copyBeginning('Größe 😀', 20)).toBe('Größe 😀');
  expect(copyBeginning('Größe 😀', 7)).toBe('Größe \ud83d');
  expect(copyBeginning('', 7)).toBe('');
});

it('the beginning of a text does not keep the text in memory', { tags: ['security'] }, () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const readUsed = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const mebibyte = 2 ** 20;
  const before = readUsed();
  const kept = Array.from({ length: 64 }, (_, at) =>
    copyBeginning(Buffer.alloc(mebibyte, String(at)).toString(), 1_000),
  );
  expect(readUsed() - before).toBeLessThan(8 * mebibyte);
  expect(kept).toHaveLength(64);
});
