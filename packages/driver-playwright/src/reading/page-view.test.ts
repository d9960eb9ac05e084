import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { setUpReading } from '../frames/frames.test-helpers.ts';

const context = setUpReading();
const document = readFileSync(new URL('../../../../docs/page-view.md', import.meta.url), 'utf8');

/** What stands in the first block of a language. */
function block(language: string): string {
  return new RegExp(`\`\`\`${language}\\n(.*?)\\n\`\`\``, 's').exec(document)?.[1] ?? '';
}

it('the example page is read as the documentation shows', async () => {
  const page = await context.context().newPage();
  const answer = { contentType: 'text/html; charset=utf-8', body: block('html') };
  await page.route('https://shop.example/**', (route) => route.fulfill(answer));
  const { text } = await context.read(page);
  await page.goto('https://shop.example/lamps?sort=price');
  expect(await text()).toBe(block('text'));
});
