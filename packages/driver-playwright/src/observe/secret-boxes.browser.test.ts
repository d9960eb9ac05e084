import { createServer, type Server } from 'node:http';
import type { BrowserSession } from '@runwright/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drivers } from '../drivers.test-helpers.ts';

const openDriver = drivers();
const code = '739214';
const addresses = [{ address: '127.0.0.1', family: 4 as const }];
const { signal } = new AbortController();
let server: Server;
let own: string;
let session: BrowserSession;
let close: () => Promise<void>;

const box = (index: number, attributes: string) =>
  `<div><input aria-label="Digit ${index}" ${attributes} style="width: 40px; height: 40px"></div>`;
const boxes = (attributes: (index: number) => string) =>
  `<main><p>7 items, 9 left</p><label>Quantity <input name="quantity" value="7" style="width: 60px"></label>
  <fieldset>${[1, 2, 3, 4, 5, 6].map((index) => box(index, attributes(index))).join('')}</fieldset></main>`;
/** Moves the focus on after each character. */
const moves = `<script>
for (const one of document.querySelectorAll('fieldset input')) one.addEventListener('input', () => {
  one.closest('div').nextElementSibling?.querySelector('input').focus();
});
</script>`;
/** Takes a whole code in its first box and spreads it; \`again\` draws all boxes anew. */
const spreads = (again: boolean) => `<script>
const set = document.querySelector('fieldset');
const spread = (event) => {
  const text = event.target.value;
  if (text.length < 6) return;
  if (${again}) set.innerHTML = set.innerHTML;
  [...set.querySelectorAll('input')].forEach((one, index) => { one.value = text[index]; });
};
set.addEventListener('input', spread);
</script>`;
const pages: Readonly<Record<string, string>> = {
  '/moves': boxes(() => 'maxlength="1"') + moves,
  '/spreads':
    boxes((index) => `maxlength="${index === 1 ? 6 : 1}" autocomplete="one-time-code"`) + spreads(false),
  '/redraws': boxes((index) => (index === 1 ? '' : 'maxlength="1"')) + spreads(true),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Page</title>${pages[request.url ?? ''] ?? ''}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  own = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const driver = await openDriver();
  close = () => driver.close();
  session = await driver.open({
    egress: { check: async (url) => ({ url: new URL(url), addresses }) },
    reveal: (text) => text.replaceAll('{{secret.shop.code}}', code),
    signal,
  });
});
afterAll(async () => {
  await close();
  server.closeAllConnections();
  server.close();
});

const isHidden = async (path: string): Promise<void> => {
  await session.page.act({ action_type: 'goto_url', url: own + path }, { epoch: 0, signal });
  const before = await session.page.read({ mode: 'action', signal });
  const first = before.elements().find(({ name }) => name === 'Digit 1');
  await session.page.act(
    { action_type: 'input_text', id: first?.id ?? '', text: '{{secret.shop.code}}' },
    { epoch: before.epoch, signal },
  );
  const view = await session.page.read({ mode: 'action', signal });
  const values = view
    .elements()
    .filter(({ name }) => name?.startsWith('Digit'))
    .map(({ value }) => value);
  expect(values).toEqual(Array(6).fill('set'));
  expect(view.text).toContain('7 items, 9 left');
  expect(view.elements().find(({ name }) => name === 'Quantity')?.value).toBe('7');
};
it.each(['/spreads'])(
  'no digit of a code is shown by the boxes that it was spread over: %s',
  { tags: ['security'] },
  isHidden,
);
it.each(['/moves', '/redraws'])(
  'no digit of a code is shown by the boxes that it was spread over: %s',
  { tags: ['security', 'extended'] },
  isHidden,
);
