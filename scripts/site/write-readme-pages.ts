import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readmePage, readmePages } from './readme-pages.ts';

/** Writes the pages of `docs/reference` that are parts of the README. */
export function writeReadmePages(root: string): void {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const page of readmePages) {
    const path = join(root, 'docs', page.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, readmePage(readme, page));
  }
}
