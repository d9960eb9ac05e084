/**
 * Writes the picture of a run that the README shows, `docs/public/pictures/run.png`: `npm run docs:picture`.
 *
 * It starts `runwright start --demo` and shows what that prints, beside the browser as the run's screenshots have it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { chromium } from 'playwright-core';
import { runDemo } from './demo-run.ts';
import { runPicturePage } from './run-picture-page.ts';

const path = join(import.meta.dirname, '../../docs/public/pictures/run.png');
const executablePath = process.env.RUNWRIGHT_CHROMIUM;
if (!executablePath) throw new Error('Cannot draw the picture: no browser. Run `npm run docs:picture`.');

const run = await runDemo();
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const page = await browser.newPage({ viewport: { width: 1180, height: 700 }, deviceScaleFactor: 1.5 });
  await page.setContent(runPicturePage(run));
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))');
  const picture = await page.locator('main').screenshot({ omitBackground: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, picture);
  console.log(`wrote ${relative(process.cwd(), path)}, ${Math.round(picture.length / 1024)} KiB`);
} finally {
  await browser.close();
}
