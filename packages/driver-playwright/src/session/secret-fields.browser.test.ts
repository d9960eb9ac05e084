import { createServer, type Server } from 'node:http';
import type { BrowserSession, PageAction } from '@runwright/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drivers } from '../drivers.test-helpers.ts';

const openDriver = drivers();
const secret = '4111111111111111';
const addresses = [{ address: '127.0.0.1', family: 4 as const }];
const { signal } = new AbortController();
let server: Server;
let own: string;
let session: BrowserSession;
let close: () => Promise<void>;
/** What each page said about its field at last. */
let reported = '';

const report = `const report = (text) => { document.querySelector('#out').textContent = text.length; navigator.sendBeacon('/report', text); };`;
const page = (field: string, script: string): string =>
  `${field}<p id="out"></p><script>${report} const field = document.querySelector('#field'); ${script}</script>`;

/** Documents by path: each one accepts a text in the way of a library that is used for such fields. */
const pages: Readonly<Record<string, string>> = {
  // React compares the value with the one that it has set by its own property on the element.
  '/controlled': page(
    '<input id="field" aria-label="Number">',
    `let tracked = ''; const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    Object.defineProperty(field, 'value', { configurable: true, get() { return get.call(this); }, set(text) { tracked = text; set.call(this, text); } });
    field.addEventListener('input', () => { const text = get.call(field); if (text === tracked) return; tracked = text; report(text); });`,
  ),
  '/grouped': page(
    '<input id="field" aria-label="Number">',
    `field.oninput = () => { field.value = field.value.replace(/\\D/g, '').replace(/(\\d{4})(?=\\d)/g, '$1 '); report(field.value.replace(/ /g, '')); };`,
  ),
  // Older masks build the value from the events of keys, and reset what comes in another way.
  '/keyed': page(
    '<input id="field" aria-label="Number">',
    `let buffer = ''; field.onkeypress = (event) => { event.preventDefault(); buffer += event.key; field.value = buffer; report(buffer); };
    field.oninput = () => { field.value = buffer; };`,
  ),
  '/number': page(
    '<input id="field" type="number" aria-label="Number">',
    `field.oninput = () => report(field.value);`,
  ),
  '/area': page(
    '<textarea id="field" aria-label="Number"></textarea>',
    `field.oninput = () => report(field.value);`,
  ),
  '/short': page(
    '<input id="field" maxlength="10" aria-label="Number">',
    `field.oninput = () => report(field.value);`,
  ),
  '/rich': page(
    '<div id="field" contenteditable="true" role="textbox" aria-label="Number">before</div>',
    `field.oninput = () => report(field.innerText);`,
  ),
  '/trusted': page(
    '<input id="field" aria-label="Number">',
    `field.oninput = (event) => { if (event.isTrusted && event.inputType === 'insertText') report(field.value); };`,
  ),
  '/changed': page(
    '<input id="field" aria-label="Number"><button>Other</button>',
    `field.onchange = () => report(field.value);`,
  ),
  '/shadow': `<div id="host"></div><p id="out"></p><script>${report}
    const root = document.querySelector('#host').attachShadow({ mode: 'closed' }); root.innerHTML = '<input aria-label="Number">';
    const field = root.querySelector('input'); field.oninput = () => report(field.value);</script>`,
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url === '/report') reported = Buffer.concat(parts).toString();
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
    reveal: (text) => text.replaceAll('{{secret.card.number.1}}', secret),
    signal,
  });
});
afterAll(async () => {
  await close();
  server.closeAllConnections();
  server.close();
});

it('what was typed as a secret is not copied, is masked when keys have edited it, and leaves no part in a field', {
  tags: ['security'],
}, async () => {
  const act = (action: PageAction, epoch = 0) => session.page.act(action, { epoch, signal });
  await act({ action_type: 'goto_url', url: `${own}/area` });
  const read = () => session.page.read({ mode: 'action', signal });
  const view = await read();
  const id = view.elements().find(({ name }) => name === 'Number')?.id ?? '';
  await act({ action_type: 'input_text', id, text: '{{secret.card.number.1}}' }, view.epoch);
  const copied = await act({ action_type: 'keypress', keys: ['ctrl+a', 'ctrl+c'] });
  expect(copied).toMatchObject({ status: 'failed', code: 'secret_refused' });
  await act({ action_type: 'keypress', keys: ['End', 'Backspace'] });
  await expect.poll(() => reported).toBe(secret.slice(0, -1));
  expect(JSON.stringify(await read())).not.toContain(secret.slice(0, -1));
  await act({ action_type: 'goto_url', url: `${own}/short` });
  const short = await read();
  const field = short.elements().find(({ name }) => name === 'Number')?.id ?? '';
  const typed = await act(
    { action_type: 'input_text', id: field, text: '{{secret.card.number.1}}' },
    short.epoch,
  );
  expect(typed).toMatchObject({ status: 'failed', code: 'value_mismatch' });
  await expect.poll(() => reported).toBe('');
});

const takesSecret = async (path: string): Promise<void> => {
  reported = '';
  await session.page.act({ action_type: 'goto_url', url: own + path }, { epoch: 0, signal });
  const view = await session.page.read({ mode: 'action', signal });
  const idOf = (name: string): string => view.elements().find((element) => element.name === name)?.id ?? '';
  const typing = { action_type: 'input_text', id: idOf('Number'), text: '{{secret.card.number.1}}' } as const;
  const result = await session.page.act(typing, { epoch: view.epoch, signal });
  expect(result).toMatchObject({ status: 'ok', readBack: { holds: true } });
  // A change is reported by the browser when the field is left.
  if (path === '/changed')
    await session.page.act({ action_type: 'click', id: idOf('Other') }, { epoch: view.epoch, signal });
  await expect.poll(() => reported).toBe(secret);
};
it.each(['/controlled', '/keyed'])('a field takes a secret as from a person: %s', takesSecret);
it.each(['/grouped', '/number', '/area', '/rich', '/trusted', '/changed', '/shadow'])(
  'a field takes a secret as from a person: %s',
  { tags: ['extended'] },
  takesSecret,
);
