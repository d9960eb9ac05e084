import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '@runwright/contract';
import { type Script, type ScriptRequest, scriptedMove } from '@runwright/testing';

/** A site of an invented shop: sign-in with a one-time code, invoices, orders, documents, prices and a few services. */
export interface Portal extends AsyncDisposable {
  readonly url: string;
  /** Requests as `GET /path`, oldest first. */
  readonly requests: string[];
  /** Bodies of POST requests by path, oldest first. */
  readonly posts: { readonly path: string; readonly body: string }[];
  /** Codes that the sign-in takes. */
  codes: (code: string) => boolean;
  /** What the API and the work route answer; default 200. */
  status: number;
  /** Price of the lamp. */
  price: string;
  /** Answers the oldest request to an account that waits. */
  release(): void;
  /** Accounts whose requests wait. */
  readonly waiting: readonly string[];
}

export const portalUser = { username: 'ann@shop.test', password: 'correct horse battery' };
/** The key of the test vectors of RFC 6238, as base32. */
export const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** The code of six digits at a time, epoch ms (RFC 6238). */
export function totpAt(ms: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)));
  const hash = createHmac('sha1', '12345678901234567890').update(counter).digest();
  const value = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, '0');
}

/** Starts the site on a free port. */
export async function startPortal(): Promise<Portal> {
  const held: { readonly account: string; readonly response: ServerResponse }[] = [];
  let told = { price: '€30.00' };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const portal: Portal = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    posts: [],
    codes: () => false,
    status: 200,
    price: '€30.00',
    release: () => void held.shift()?.response.end('"done"'),
    get waiting() {
      return held.map(({ account }) => account);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return portal;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const body = Buffer.concat(await request.toArray()).toString();
    const { pathname, searchParams } = new URL(request.url ?? '/', portal.url);
    const { method = 'GET' } = request;
    portal.requests.push(`${method} ${request.url}`);
    if (method === 'POST') portal.posts.push({ path: pathname, body });
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const html = (text: string) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><html lang="en"><link rel="icon" href="data:,">${text}</html>`);
    const go = (location: string, headers: Record<string, string> = {}) =>
      response.writeHead(303, { location, ...headers }).end();
    const isSignedIn = /session=1/.test(request.headers.cookie ?? '');
    const form = new URLSearchParams(body);
    const account = /^\/accounts\/(.+)$/.exec(pathname)?.[1];
    if (account) return held.push({ account, response });
    switch (`${method} ${pathname}`) {
      case 'POST /login': {
        const isKnown =
          form.get('user') === portalUser.username && form.get('password') === portalUser.password;
        return go(isKnown ? '/code' : '/');
      }
      case 'POST /code':
        if (portal.codes(form.get('code') ?? ''))
          return go('/invoices', { 'set-cookie': 'session=1; Path=/' });
        return go('/code?wrong=1');
      case 'GET /code':
        return html(`<title>Code</title><h1>Enter your code</h1><form method="post" action="/code">
          <label>One-time code <input name="code" autocomplete="one-time-code"></label><button>Confirm</button></form>`);
      case 'GET /invoices':
        if (!isSignedIn) return go('/');
        return html(`<title>Invoices</title><h1>Your invoices</h1><ul>
          <li><a href="/invoices/2026-11.csv">Invoice 2026-11</a></li>
          <li><a href="/invoices/2026-10.csv">Invoice 2026-10</a></li></ul>`);
      case 'GET /invoices/2026-11.csv':
        return response
          .writeHead(isSignedIn ? 200 : 403, {
            'content-type': 'text/csv',
            'content-disposition': 'attachment; filename="2026-11.csv"',
          })
          .end('item,total\nlamp,30.00\n');
      case 'GET /order':
        return html(`<title>Order</title><h1>Order of ${searchParams.get('item')}</h1>
          <form method="post" action="/order/confirmed"><button id="confirm">Confirm order</button></form>`);
      case 'POST /order/confirmed':
      case 'GET /order/dropped':
        return html(`<title>Order</title><h1>${pathname.slice(7)}</h1>`);
      case 'GET /documents':
        return html(`<title>Documents</title><h1>Send a document</h1>
          <form method="post" action="/documents" enctype="multipart/form-data">
          <label>Document <input type="file" name="document"></label><button>Send document</button></form>`);
      case 'POST /documents':
        return go('/documents/thanks');
      case 'GET /documents/thanks':
        return html('<title>Thanks</title><h1>Thank you</h1><p>Receipt R77</p>');
      case 'GET /products/lamp':
      case 'GET /dear/products/lamp':
        return html(
          `<title>Lamp</title><h1>Desk lamp</h1><p>Price: ${pathname.startsWith('/dear') ? '€45.50' : portal.price}</p>`,
        );
      case 'GET /api/prices/lamp':
      case 'GET /work':
        return json({ price: portal.price }, portal.status);
      case 'GET /state':
        return json(told);
      case 'POST /state':
        told = JSON.parse(body);
        return json(told);
      case 'GET /stock/NW-101':
        return request.headers.authorization === 'Bearer brass' ? json({ left: 340 }) : json({}, 401);
      case 'POST /lock':
      case 'POST /report':
      case 'POST /unlock':
      case 'POST /hook':
        return json({ ok: true });
      case 'GET /':
        return html(`<title>Sign in</title><h1>Sign in</h1><form method="post" action="/login">
          <label>User <input name="user"></label><label>Password <input name="password" type="password"></label>
          <button>Sign in</button></form>`);
      default:
        return json({ error: 'not found' }, 404);
    }
  }
}

const isPortal = ({ view }: ScriptRequest): boolean =>
  /Enter your code|Your invoices|Desk lamp/.test(view.text) ||
  (view.find({ name: 'User' }) !== undefined && view.find({ name: 'User name' }) === undefined);

/** What a model would do on the portal: it finds the fields in the view, and the placeholders in its prompt. */
export const portalScript: Script = [
  { purpose: 'act', when: isPortal, answer: (scene) => scriptedMove.act('', turn(scene)) },
  {
    purpose: 'verify',
    when: isPortal,
    answer: () => ({ verdict: 'done', evidence: 'Your invoices', missing: null }),
  },
  {
    purpose: 'criteria',
    when: isPortal,
    answer: ({ view }) => ({
      complete: view.has('Your invoices'),
      terminate: false,
      evidence: 'Your invoices',
    }),
  },
  {
    purpose: 'extract',
    when: isPortal,
    answer: ({ view }) => ({ price: /€[\d.]+/.exec(view.text)?.[0] ?? null }),
  },
];

function turn({ view, goal, inputs, promptText }: ScriptRequest): readonly Json[] {
  const id = (name: string) => view.find({ name })?.id ?? '';
  if (view.has('Your invoices')) {
    return /download/i.test(goal)
      ? [scriptedMove.click(id('Invoice 2026-11'), 'It is the newest.')]
      : [scriptedMove.complete('The invoices are shown.')];
  }
  const credential = JSON.stringify(Object.values(inputs));
  const placeholder = (name: string): string =>
    new RegExp(`\\{\\{secret\\.[^{}]*\\.${name}\\.[^{}]*\\}\\}`).exec(credential)?.[0] ?? '';
  if (view.has('Enter your code')) {
    const code = /\{\{secret\.one_time_code_[^{}]*\}\}/.exec(promptText)?.[0] ?? placeholder('totp');
    const type = { reason: 'The page asks for it.', action_type: 'verification_code', ids: null };
    return [{ ...type, id: id('One-time code'), code }, scriptedMove.click(id('Confirm'), 'It is typed.')];
  }
  return [
    scriptedMove.inputText(id('User'), placeholder('username'), 'The user.'),
    scriptedMove.inputText(id('Password'), placeholder('password'), 'The password.'),
    scriptedMove.click(id('Sign in'), 'All is filled in.'),
  ];
}
