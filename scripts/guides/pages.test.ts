import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenReferences } from '../docs/links.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['docs/guides', 'docs/concepts'];
const pages = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const path = `${folder}/${name}`;
      return { folder, path, text: readFileSync(join(root, path), 'utf8') };
    }),
);

describe.each(pages)('$path', ({ path, text }) => {
  it('begins with its place in the order and one title', () => {
    expect(text).toMatch(/^---\norder: \d+\n---\n# \S.*\n\n/);
  });

  it('links to what exists', () => {
    expect(brokenReferences(root, path)).toEqual([]);
  });

  it('is short enough to be read', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(210);
  });
});

it.each(folders)('each page of %s has a place of its own', (folder) => {
  const places = pages
    .filter((page) => page.folder === folder)
    .map(({ text }) => /order: (\d+)/.exec(text)?.[1]);
  expect(new Set(places).size).toBe(places.length);
});

it('every concept has a picture', () => {
  const without = pages.filter(
    ({ folder, text }) => folder === 'docs/concepts' && !text.includes('```mermaid'),
  );
  expect(without.map(({ path }) => path)).toEqual([]);
});
