import { expect, it } from 'vitest';
import { documentsChanged } from './documents-changed.ts';

it.each([
  ['a document', 'docs/http-guide.md', [], true],
  ['an example', 'examples/verbs.ts', [], true],
  ['a test of documents', 'scripts/docs/samples.docs.test.ts', [], true],
  ['a doc comment', 'packages/core/src/run.ts', ['+ * Starts a run.'], true],
  ['an export', 'packages/core/src/run.ts', ['-export const a = 1;'], true],
  ['a body', 'packages/core/src/run.ts', ['-  return 1;', '+  return 2 * 3;'], false],
  ['a test', 'packages/core/src/run.test.ts', ['+export const a = 1;'], false],
  ['a new source', 'packages/core/src/new.ts', undefined, true],
  ['a script', 'scripts/check.mjs', ['+ * Runs a check.'], false],
])('%s: the documentation checks run or not', (_, file, lines, expected) => {
  expect(documentsChanged({ files: [file], lines: new Map(lines && [[file, lines]]) })).toBe(expected);
});

it('without known changes the documentation checks run', () => {
  expect(documentsChanged(undefined)).toBe(true);
  expect(documentsChanged({ files: [], lines: new Map() })).toBe(false);
});
