import { expect, it } from 'vitest';
import { type ReadablePage, setUpReading } from '../frames/frames.test-helpers.ts';

const context = setUpReading();
const { signal } = new AbortController();

/** Sixty cards of one kin below each other: all but the first few are far from the viewport. */
const cards = (style: string, inside: (n: number) => string): string =>
  `<style>.card { height: 200px } ${style}</style><main>${Array.from(
    { length: 60 },
    (_, n) => `<div class="card" data-state="${n === 40 ? 'sold' : 'free'}">${inside(n)}</div>`,
  ).join('')}</main>`;

/** Names of what is listed where most of it is far, and where nothing counts as far. */
const listed = async ({ reader }: ReadablePage) => {
  const view = await reader.read({ mode: 'action', tab: 't1', tabs: 1, signal });
  const { elements } = await reader.peek(signal);
  return { far: view.elements().map(({ name }) => name), near: elements.map(({ name }) => name) };
};

it('similar elements that a style sheet hides or shows by position or state are distinguished', async () => {
  const { far, near } = await listed(
    await context.open(
      cards(
        `.card:nth-child(31) .buy { visibility: hidden } .card:nth-child(32) .buy { opacity: 0 }
         .card:nth-child(33) .buy { display: none } .card:nth-child(34) { visibility: hidden }
         .card[data-state=sold] .buy { display: none }
         .menu { display: none } .card:nth-child(36) .menu { display: block }`,
        (n) =>
          `<p>Lamp</p><button class="buy">Buy ${n}</button><div class="menu"><a href="/${n}">More ${n}</a></div>`,
      ),
    ),
  );
  expect(far).toEqual(near);
  expect(far).toHaveLength(56);
  expect(far).toContain('More 35');
});

it('similar elements with their own style, id or listener are distinguished', {
  tags: ['extended'],
}, async () => {
  const { far, near } = await listed(
    await context.open(
      `${cards('#point { cursor: pointer }', (n) => {
        if (n === 30) return '<p>Lamp <span style="cursor:pointer">Styled</span></p>';
        if (n === 31) return '<p>Lamp <span id="point">Called</span></p>';
        return `<p>Lamp <span${n === 32 ? ' data-heard' : ''}>Plain ${n}</span></p>`;
      })}<script>document.querySelector('[data-heard]').addEventListener('click', () => {})</script>`,
    ),
  );
  expect(far).toEqual(near);
  expect(far).toEqual(['Styled', 'Called', 'Plain 32']);
});

it('an element with fixed position is read as in view, wherever it is in the document', {
  tags: ['extended'],
}, async () => {
  const style = '.toast { position: fixed; top: 0; left: 0 }';
  const { text } = await context.open(
    `${cards(style, () => '<p>Lamp</p>')}<section><p>Far</p><p class="toast">Saved</p></section>`,
  );
  expect(await text()).toContain('Saved');
});

it('an off-screen element is read itself when it comes into view', async () => {
  const page = await context.open(
    cards(
      '.card:nth-child(50) .name { cursor: pointer; background: red }',
      (n) => `<p class="name">Lamp ${n}</p>`,
    ),
  );
  await page.text();
  await page.page.evaluate('document.querySelectorAll(".card")[49].scrollIntoView()');
  expect(await page.text()).toMatch(/a\d+ "Lamp 49"/);
});
