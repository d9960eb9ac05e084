import { globSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { anchors, brokenReferences } from './links.ts';

const root = join(import.meta.dirname, '../..');
/** Pages that are written by hand; the reference of packages is generated, and the site checks its links. */
const pagesIn = (folder: string): readonly string[] =>
  globSync(`${folder}/**/*.md`, { cwd: root, exclude: ['docs/api/**', '**/node_modules/**'] });

it('links and paths in the documents lead to something that exists', () => {
  const pages = [
    ...globSync('*.md', { cwd: root }),
    ...pagesIn('docs'),
    ...readdirSync(join(root, 'packages')).map((folder) => join('packages', folder, 'README.md')),
  ];
  expect(pages.flatMap((page) => brokenReferences(root, page))).toEqual([]);
});

it('reports missing files, missing headings and missing paths', () => {
  const folder = mkdtempSync(join(tmpdir(), 'runwright-links-'));
  try {
    const text =
      '# One\n[a](b.md) [c](#one) [d](#two) [e](https://x.test) `packages/none/a.ts`\n```ts\n[f](g.md)\n```\n';
    writeFileSync(join(folder, 'a.md'), text);
    expect(brokenReferences(folder, 'a.md')).toEqual([
      'a.md: no target of `b.md`',
      'a.md: no target of `#two`',
      'a.md: `packages/none/a.ts` does not exist',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('makes anchors as GitHub does', () => {
  expect(anchors('## What is `masked`, and why\n# API keys\n')).toEqual([
    'what-is-masked-and-why',
    'api-keys',
  ]);
});
