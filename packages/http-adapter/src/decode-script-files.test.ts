import { expect, it } from 'vitest';
import { decodeScriptFiles } from './decode-script-files.ts';

it.each([
  ['many files', Array.from({ length: 10_000 }, (_, at) => ({ path: `${at}.txt`, content: 'YQ==' }))],
  [
    'large files',
    Array.from({ length: 10 }, (_, at) => ({ path: `${at}.txt`, content: 'YWFh'.repeat(100_000) })),
  ],
])('%s are decoded with turns of the event loop in between', async (_what, files) => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const decoded = await decodeScriptFiles(files);
  clearImmediate(next);
  expect(decoded.map(({ path }) => path)).toEqual(files.map(({ path }) => path));
  expect(decoded.every(({ content }) => /^a+$/.test(content))).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(9);
});
