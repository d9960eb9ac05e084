import { expect, it } from 'vitest';
import { setUpReading } from '../frames/frames.test-helpers.ts';

const context = setUpReading();

it('an icon font is named by the class of the icon, not by its character', async () => {
  const { text } = await context.open(
    `<button><i class="icon-trash">&#xe000;</i></button><button><i>&#xf1f8;</i> Save</button>`,
  );
  const view = await text();
  expect(view).toContain('button "(trash)"');
  expect(view).toContain('button "Save"');
});

it('a page with more icon shapes than the element limit is read completely', {
  tags: ['extended'],
}, async () => {
  const icon = `<svg width="24" height="24">${'<path d="M0 0h24v24z"/>'.repeat(100)}</svg>`;
  const { reader } = await context.open(
    Array.from({ length: 250 }, (_, n) => `<button aria-label="Tool ${n}">${icon}</button>`).join(''),
  );
  const { signal } = new AbortController();
  const view = await reader.read({ mode: 'action', tab: 't1', tabs: 1, signal });
  expect(view.elements()).toHaveLength(250);
  expect(view.stats.leftOut.join()).not.toContain('not read');
});

it('icon shapes with a listener or a name are read', { tags: ['extended'] }, async () => {
  const { text } = await context.open(`
    <svg width="40" height="40"><circle id="heard" cx="10" cy="10" r="8"></circle></svg>
    <svg width="40" height="40"><rect style="cursor: pointer" width="20" height="20" fill="red"></rect></svg>
    <svg width="40" height="40"><a href="/inside"><rect width="20" height="20"></rect></a></svg>
    <svg width="40" height="40"><text y="20">75 %</text></svg>
    <script>heard.addEventListener('click', () => {})</script>`);
  const view = await text();
  expect(view).toMatch(/a\d+ "\(.*circle/);
  expect(view).toContain('red rectangle');
  expect(view).toContain('/inside');
  expect(view).toContain('75 %');
});
