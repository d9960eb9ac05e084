import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { setUpReading } from '../frames/frames.test-helpers.ts';

const context = setUpReading();
const document = readFileSync(new URL('../../../../docs/page-view.md', import.meta.url), 'utf8');

/** What stands in the blocks of a language. */
function blocks(language: string): readonly string[] {
  const fences = document.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, 'gms'));
  return Array.from(fences, ([, text = '']) => text);
}

it('the example page is read as the documentation shows', async () => {
  const page = await context.context().newPage();
  const answer = { contentType: 'text/html; charset=utf-8', body: blocks('html')[0] ?? '' };
  await page.route('https://shop.example/**', (route) => route.fulfill(answer));
  const { text } = await context.read(page);
  await page.goto('https://shop.example/lamps?sort=price');
  expect(await text()).toBe(blocks('text')[0]);
});

it('the example table is read as the documentation shows, to extract from and to act on', async () => {
  const page = await context.context().newPage();
  const answer = { contentType: 'text/html; charset=utf-8', body: blocks('html')[1] ?? '' };
  await page.route('https://shop.example/**', (route) => route.fulfill(answer));
  const { text } = await context.read(page);
  await page.goto('https://shop.example/invoices');
  const [extract = '', action = ''] = (blocks('text')[1] ?? '').split('\n\n');
  expect(await text('extract')).toContain(extract);
  expect(await text('action')).toContain(action);
});
