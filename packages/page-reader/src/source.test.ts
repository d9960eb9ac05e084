import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { readerSource } from './source.ts';

it('the in-page reader is one expression that stands for itself', () => {
  expect(() => new Script(`(${readerSource})`)).not.toThrow();
  // What a bundler or a test runner would put in place of an import is not there in a page.
  expect(readerSource).not.toMatch(/__vi|__name|_interop|import\(|require\(/);
});
