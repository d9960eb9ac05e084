/**
 * Builds the documentation site into `docs/.vitepress/dist`: `npm run docs`. Comments of the packages become pages in
 * `docs/api`. With `--serve` it is shown on loopback afterwards, with `--try` it is opened in a browser, as in
 * `.ci/run`.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { must, step } from '../packages/step.ts';
import { run } from '../setup/child.mjs';
import { brokenAnchors } from './broken-anchors.ts';
import { correctNumberedLinks, nameModulePages } from './name-module-pages.ts';
import { root } from './repository.ts';
import { siteBase } from './site-config.ts';
import { trySite } from './try-site.ts';

const timeoutMs = 900_000;
const dist = join(root, 'docs/.vitepress/dist');

try {
  // typedoc reads the declarations of packages that another one imports.
  await step('build', () => must('tsc', ['-b'], { cwd: root, timeoutMs }));
  await step('pages of the packages', async () => {
    rmSync(join(root, 'docs/api'), { recursive: true, force: true });
    await must('typedoc', [], { cwd: root, timeoutMs });
    nameModulePages(join(root, 'docs/api'));
    correctNumberedLinks(join(root, 'docs/api'));
  });
  await step('pages as HTML', () => must('vitepress', ['build', 'docs'], { cwd: root, timeoutMs }));
  await step('links to headings', async () => {
    const broken = brokenAnchors(dist, siteBase());
    if (broken.length > 0) throw new Error(`${broken.join('\n')}\nCorrect these links.`);
  });
  const index = readFileSync(join(dist, 'llms.txt'), 'utf8').split('\n').length;
  console.log(`        ${dist}, ${index} lines of llms.txt`);
  if (process.argv.includes('--try')) await step('the site in a browser', () => trySite(dist));
  if (process.argv.includes('--serve'))
    await run('vitepress', ['preview', 'docs', '--host', '127.0.0.1'], { env: process.env });
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
