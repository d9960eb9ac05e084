import { afterAll, beforeEach, expect, it } from 'vitest';
import { demoSite } from '../../demo-site.ts';

const site = await demoSite();
afterAll(() => site.close());
beforeEach(() => site.reset());

const read = async (path: string) => (await fetch(site.url + path)).text();
const post = (path: string, form: Record<string, string>) =>
  fetch(site.url + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });

const fields = {
  name: 'Ann <Ace>',
  email: 'ann@ace.example',
  topic: 'Delivery',
  date: '2026-06-01',
  country: 'germany',
  rating: '4',
  copy: 'on',
  message: 'Where is my order?\r\nIt is late.',
};

it('a good form is recorded and thanked for with a reference number', async () => {
  const response = await post('/contact', fields);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/contact/thanks/NW-0001');
  const page = await read('/contact/thanks/NW-0001');
  expect(page).toContain('<strong>NW-0001</strong>');
  expect(page).toContain('Thank you, Ann &lt;Ace&gt;');
  expect(site.messages).toEqual([
    {
      reference: 'NW-0001',
      name: 'Ann <Ace>',
      email: 'ann@ace.example',
      topic: 'Delivery',
      preferredDate: '2026-06-01',
      country: 'Germany',
      rating: 4,
      sendCopy: true,
      message: 'Where is my order?\nIt is late.',
    },
  ]);
});

it('what is optional may be left out', async () => {
  const { date, rating, copy, ...required } = fields;
  await post('/contact', required);
  expect(site.messages).toMatchObject([{ preferredDate: null, rating: null, sendCopy: false }]);
});

it('a bad form shows every mistake beside its field, keeps the rest and records nothing', async () => {
  const bad = { ...fields, email: 'ann', topic: 'x', date: '2026-02-30', country: 'Ger', message: 'hi' };
  const response = await post('/contact', bad);
  const page = await response.text();
  expect(response.status).toBe(422);
  expect(page).toContain('5 fields need your attention.');
  for (const field of ['email', 'topic', 'date', 'country', 'message']) {
    expect(page).toContain(`aria-describedby="${field}-error"`);
    expect(page).toContain(`id="${field}-error"`);
  }
  expect(page).toContain('value="Ann &lt;Ace&gt;"');
  expect(page).toContain('name="copy" checked');
  expect(site.messages).toEqual([]);
});

it('countries are suggested as one types, those that begin with the text first', async () => {
  const suggest = async (text: string): Promise<readonly string[]> =>
    JSON.parse(await read(`/api/suggest?q=${encodeURIComponent(text)}`)).suggestions;
  expect(await suggest('uni')).toEqual(['United Kingdom', 'United States']);
  expect(await suggest('land')).toContain('Switzerland');
  expect((await suggest('a')).slice(0, 3)).toEqual(['Argentina', 'Australia', 'Austria']);
  expect(await suggest('a')).toHaveLength(8);
  expect(await suggest(' ')).toEqual([]);
});

it('the newsletter frame takes an address and refuses what is none', async () => {
  expect((await post('/widget/newsletter', { email: 'nobody' })).status).toBe(422);
  expect((await post('/widget/newsletter', { email: 'ann@ace.example' })).status).toBe(200);
  expect(site.subscriptions).toEqual(['ann@ace.example']);
});
