// @module-tag extended: visits that combine what the suites show one by one
import type { BrowserDriver, BrowserSession, EgressPolicy, PageAction, PageView } from '@runwright/contract';
import { type DemoSite, demoCredentials, demoOrders, demoSite } from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drivers } from '../drivers.test-helpers.ts';

const signal = new AbortController().signal;
const loopback: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};
const openDriver = drivers();
let site: DemoSite;
let driver: BrowserDriver;
let session: BrowserSession;
let view: PageView;

beforeAll(async () => {
  site = await demoSite();
  driver = await openDriver();
  const reveal = (text: string) => text.replaceAll('{{secret.demo.password}}', demoCredentials.password);
  session = await driver.open({ egress: loopback, reveal, signal });
});
afterAll(async () => {
  await driver.close();
  await site.close();
});

const read = async () => {
  view = await session.page.read({ mode: 'action', signal });
  return view;
};
const act = async (action: PageAction) => {
  const result = await session.page.act(action, { epoch: view?.epoch ?? 0, signal });
  expect(result, result.message).toMatchObject({ status: 'ok' });
  await read();
  return result;
};
const id = (called: string): string => {
  const found = new RegExp(`\\b([a-z]+\\d+) ${called}`).exec(view.text)?.[1];
  if (!found) throw new Error(`There is no ${called} in:\n${view.text}`);
  return found;
};
const type = (called: string, text: string) => act({ action_type: 'input_text', id: id(called), text });
const click = (called: string) => act({ action_type: 'click', id: id(called) });

it('a visitor signs in, filters the orders, goes to the next page and opens one', async () => {
  await act({ action_type: 'goto_url', url: `${site.url}/login` });
  await type('textbox "User name"', demoCredentials.username);
  await type('textbox "Password"', '{{secret.demo.password}}');
  expect(view.text).not.toContain(demoCredentials.password);
  await click('button "Sign in"');
  expect(view.url).toBe(`${site.url}/orders`);
  await click('link "Next"');
  expect(view.url).toContain('page=2');
  const [eleventh] = demoOrders.slice(10, 11);
  expect(view.text).toContain(`link "${eleventh?.number}" /orders/${eleventh?.number}`);
  await act({ action_type: 'select_option', id: id('select "Status"'), label: 'Shipped' });
  await click('button "Apply"');
  const shipped = demoOrders.filter(({ status }) => status === 'shipped');
  expect(view.text.match(/^ +row /gm)).toHaveLength(Math.min(10, shipped.length));
  await click(`link "${shipped[0]?.number}"`);
  expect(view.title).toContain(`Order ${shipped[0]?.number}`);
  expect((await session.page.read({ mode: 'extract', signal })).text).toContain(
    `| ${shipped[0]?.lines[0]?.product.sku} |`,
  );
});

it('a visitor fills in the contact form: fields, select, date, suggestions, stars in a shadow root, checkbox', async () => {
  await act({ action_type: 'goto_url', url: `${site.url}/contact` });
  await type('textbox "Name"', 'Ann Lee');
  await type('textbox "E-mail"', 'ann@shop.example');
  await act({ action_type: 'select_option', id: id('select "Topic"'), label: 'invoice' });
  await type('date "Preferred date', '2026-06-01');
  await act({ action_type: 'select_option', id: id('combobox "Country"'), label: 'Spain' });
  await type('textbox "Message"', 'Please send the invoice again.');
  await click('button "4 stars"');
  await act({ action_type: 'checkbox', id: id('checkbox "Send me a copy'), checked: true });
  await click('button "Send message"');
  expect(view.url).toContain('/contact/thanks/');
  expect(site.messages).toMatchObject([
    {
      ...{ name: 'Ann Lee', email: 'ann@shop.example', topic: 'Invoice', preferredDate: '2026-06-01' },
      ...{ country: 'Spain', rating: 4, sendCopy: true, message: 'Please send the invoice again.' },
    },
  ]);
});

it('a rejected form shows the error of each field', async () => {
  await act({ action_type: 'goto_url', url: `${site.url}/contact` });
  await click('button "Send message"');
  expect(view.text).toContain('alert "5 fields need your attention."');
  expect(view.text).toMatch(/textbox "Name" =empty required invalid:"Enter your name."/);
});

it('a visitor subscribes in the frame', async () => {
  await act({ action_type: 'goto_url', url: `${site.url}/contact` });
  const text = async () => (await read()).text;
  // What stands in a frame comes after the page.
  await expect.poll(text).toContain('textbox "Your e-mail"');
  await type('textbox "Your e-mail"', 'ann@shop.example');
  await click('button "Subscribe"');
  await expect.poll(text).toContain('Welcome aboard');
  expect(site.subscriptions).toEqual(['ann@shop.example']);
});
