import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryUrl } from '../site/repository.ts';
import { anchors, brokenReferences, relativeLinks } from './links.ts';

const root = join(import.meta.dirname, '../..');
const readmes = readdirSync(join(root, 'packages')).map((folder) => join('packages', folder, 'README.md'));
/** Pages that are written by hand; the reference of packages is generated, and the site checks its links. */
const pagesIn = (folder: string): readonly string[] =>
  globSync(`${folder}/**/*.md`, { cwd: root, exclude: ['docs/api/**', '**/node_modules/**'] });

it('links and paths in the documents lead to something that exists', () => {
  const pages = [...globSync('*.md', { cwd: root }), ...pagesIn('docs'), ...readmes];
  expect(pages.flatMap((page) => brokenReferences(root, page))).toEqual([]);
});

it('the README of a package has no relative link, because it is also read where it is installed', () => {
  expect(readmes.length).toBeGreaterThan(20);
  const links = readmes.flatMap((page) =>
    relativeLinks(readFileSync(join(root, page), 'utf8'))
      .filter((link) => !link.startsWith('#'))
      .map((link) => `${page}: ${link}`),
  );
  expect(links).toEqual([]);
});

it('reports missing files, missing headings and missing paths, also of links with the address of the repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'runwright-links-'));
  try {
    const text =
      '# One\n[a](b.md) [c](#one) [d](#two) [e](https://x.test) `packages/none/a.ts`\n```ts\n[f](g.md)\n```\n' +
      `[h](${repositoryUrl()}/blob/main/a.md#one) [i](${repositoryUrl()}/blob/main/h.md)\n`;
    writeFileSync(join(folder, 'a.md'), text);
    expect(brokenReferences(folder, 'a.md')).toEqual([
      'a.md: no target of `b.md`',
      'a.md: no target of `#two`',
      'a.md: the repository has no target of `h.md`',
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
