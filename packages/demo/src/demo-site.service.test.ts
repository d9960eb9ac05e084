import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { demoCredentials, demoOrders, demoProducts, demoSite } from './demo-site.ts';

const site = await demoSite();
afterAll(() => site.close());
beforeEach(() => site.reset());

const get = (path: string, cookie = '') =>
  fetch(site.url + path, { redirect: 'manual', headers: { cookie } });
const post = (path: string, fields: Record<string, string>) =>
  fetch(site.url + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
const read = async (path: string, cookie = '') => (await get(path, cookie)).text();
const signIn = async () => cookieOf(await post('/login', demoCredentials));
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]!.split(';')[0]!;
const numbersIn = (page: string) => Array.from(page.matchAll(/>(PO-\d+)<\/a>/g), ([, number]) => number);
const newest = (from: number, to: number) => demoOrders.slice(from, to).map(({ number }) => number);

describe('public pages', () => {
  it('the home page leads to the sign-in page', async () => {
    expect(await read('/')).toContain('href="/login"');
  });

  it('the catalog shows every product, escaped, with its price', async () => {
    const page = await read('/catalog');
    for (const { sku } of demoProducts) expect(page).toContain(sku);
    expect(page).toContain('Safety glasses &quot;ClearView&quot;');
    expect(page).toContain('<strong>€24.80</strong> per bundle of 20');
    expect(page).toContain('Out of stock');
  });

  it('an address that does not exist answers 404 and shows the address as text', async () => {
    const response = await get("/no'such");
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('/no&#39;such');
  });

  it('the slow page says how long it took', async () => {
    expect(await read('/slow?ms=20')).toContain('took 20 ms');
  });

  it('every style sheet and script that a page names is served', async () => {
    const page = await read('/contact');
    const names = Array.from(page.matchAll(/"(\/assets\/[^"]+)"/g), ([, name]) => name!);
    expect(names).toHaveLength(3);
    for (const name of names) expect((await get(name)).status).toBe(200);
  });
});

describe('signing in', () => {
  it('orders ask for a sign-in and remember where the visitor wanted to go', async () => {
    const response = await get('/orders?status=open');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/login?next=%2Forders%3Fstatus%3Dopen');
    expect(await read('/login?next=%2Forders%3Fstatus%3Dopen')).toContain('value="/orders?status=open"');
  });

  it('a wrong password shows an error and opens nothing', async () => {
    const response = await post('/login', { ...demoCredentials, password: 'wrong' });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('role="alert"');
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('the right password leads on to the page that was asked for', async () => {
    const response = await post('/login', { ...demoCredentials, next: '/orders/PO-1001' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/orders/PO-1001');
    expect(await read('/orders', cookieOf(response))).toContain(`Signed in as <strong>demo</strong>`);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', ''])(
    'a next address of `%s` leads to the orders instead',
    async (next) => {
      const response = await post('/login', { ...demoCredentials, next });
      expect(response.headers.get('location')).toBe('/orders');
    },
  );

  it('signing out ends the session', async () => {
    const cookie = await signIn();
    await fetch(`${site.url}/logout`, { method: 'POST', redirect: 'manual', headers: { cookie } });
    expect((await get('/orders', cookie)).status).toBe(303);
  });
});

describe('orders', () => {
  it('come ten a page, newest first, and the last page holds the rest', async () => {
    const cookie = await signIn();
    expect(numbersIn(await read('/orders', cookie))).toEqual(newest(0, 10));
    expect(numbersIn(await read('/orders?page=2', cookie))).toEqual(newest(10, 20));
    expect(numbersIn(await read('/orders?page=4', cookie))).toEqual(newest(30, demoOrders.length));
    expect(numbersIn(await read('/orders?page=99', cookie))).toEqual(newest(30, demoOrders.length));
  });

  it('are filtered by status, and the page links keep the filter', async () => {
    const cookie = await signIn();
    const open = demoOrders.filter(({ status }) => status === 'open').map(({ number }) => number);
    const first = await read('/orders?status=open', cookie);
    expect(first).toContain('href="/orders?status=open&amp;page=2"');
    const second = await read('/orders?status=open&page=2', cookie);
    expect([...numbersIn(first), ...numbersIn(second)]).toEqual(open);
  });

  it('are found by customer and by number, and a search is shown as text', async () => {
    const cookie = await signIn();
    const found = demoOrders.filter(({ customer }) => customer.name === 'Delacroix & Fils');
    expect(numbersIn(await read('/orders?q=delacroix+%26', cookie))).toEqual(found.map((o) => o.number));
    expect(numbersIn(await read('/orders?q=po-1007', cookie))).toEqual(['PO-1007']);
    expect(await read('/orders?q=%22%3E%3Cb%3E', cookie)).toContain('value="&quot;&gt;&lt;b&gt;"');
  });

  it('have a page each with lines, address and invoice', async () => {
    const page = await read('/orders/PO-1031', await signIn());
    expect(page).toContain('First-aid kit, 64 parts');
    expect(page).toContain('Boulder, CO 80302');
    expect(page).toContain('$1,207.19');
    expect(page).toContain('href="/orders/PO-1031/invoice.pdf"');
  });

  it('that do not exist answer 404', async () => {
    const cookie = await signIn();
    expect((await get('/orders/PO-9999', cookie)).status).toBe(404);
    expect((await get('/orders/PO-9999/invoice.pdf', cookie)).status).toBe(404);
  });

  it('have an invoice that is shown, or downloaded on request, by members only', async () => {
    const path = '/orders/PO-1031/invoice.pdf';
    const cookie = await signIn();
    const shown = await get(path, cookie);
    expect(shown.headers.get('content-type')).toBe('application/pdf');
    expect(shown.headers.get('content-disposition')).toBe('inline; filename="invoice-PO-1031.pdf"');
    expect(Buffer.from(await shown.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
    const saved = await get(`${path}?download=1`, cookie);
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="invoice-PO-1031.pdf"');
    expect((await get(path)).status).toBe(303);
  });
});

describe('the site', () => {
  it('lists its requests and forgets everything on reset', async () => {
    const cookie = await signIn();
    await get('/orders?page=2', cookie);
    expect(site.requests).toEqual([
      { method: 'POST', path: '/login' },
      { method: 'GET', path: '/orders?page=2' },
    ]);
    site.reset();
    expect(site.requests).toEqual([]);
    expect((await get('/orders', cookie)).status).toBe(303);
  });

  it('a port that is taken is reported as a conflict', async () => {
    const port = Number(new URL(site.url).port);
    await expect(demoSite({ port })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('closing ends a request that is still waiting', async () => {
    const brief = await demoSite();
    const waiting = fetch(`${brief.url}/slow?ms=60000`).then(
      () => 'answered',
      () => 'cut off',
    );
    await expect.poll(() => brief.requests.length).toBe(1);
    await brief.close();
    await brief.close();
    expect(await waiting).toBe('cut off');
  });
});
