import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { probeSource, readerSource, startScriptSource } from './in-page-source.ts';

it.each([
  ['reader', readerSource('name')],
  ['probe', probeSource('key', 'name')],
  ['start script', startScriptSource('key')],
])('the %s is one expression that stands for itself', (_, source) => {
  expect(() => new Script(`(${source})`)).not.toThrow();
  // What a bundler or a test runner would put in place of an import is not there in a page.
  expect(source).not.toMatch(/__vi|__name|_interop|import\(|require\(/);
});
