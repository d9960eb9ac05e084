import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '@runwright/contract';
import type { Script, ScriptRequest } from '@runwright/testing';
import { scriptedMove } from '@runwright/testing';

/** A site that asks for user, password and a code in six boxes, and a server that is asked for codes. */
export interface CodeSite extends AsyncDisposable {
  readonly host: string;
  /** Codes that were sent from the boxes, oldest first. */
  readonly submitted: readonly string[];
  /** Decides whether the site accepts a code. */
  accepts: (code: string) => boolean;
  /** Requests to `/verification`, oldest first. */
  readonly asked: readonly { readonly body: string; readonly signature: string; readonly key: string }[];
  /** Answers of `/verification`, used up one by one; the last one stays. */
  answers: { readonly status: number; readonly body: object }[];
}

export const user = 'ann@shop.test';
export const password = 'correct horse battery';

const totpKey = '12345678901234567890';
/** The key of the test vectors of RFC 6238, as base32. */
export const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** The code of six digits at a time, epoch ms (RFC 6238, RFC 4226). */
export function codeAt(ms: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)));
  const hash = createHmac('sha1', totpKey).update(counter).digest();
  const value = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, '0');
}

/** Starts the site on a free port. `signingKey` is the key that requests for codes are to be signed with. */
export async function startCodeSite(signingKey: string): Promise<CodeSite> {
  const submitted: string[] = [];
  const asked: { body: string; signature: string; key: string }[] = [];
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const site: CodeSite = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    submitted,
    asked,
    accepts: () => false,
    answers: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return site;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/verification') {
      const signature = String(request.headers['x-service-signature']);
      asked.push({ body, signature, key: createHmac('sha256', signingKey).update(body).digest('hex') });
      const told = site.answers.length > 1 ? site.answers.shift() : site.answers[0];
      response.writeHead(told?.status ?? 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(told?.body ?? {}));
      return;
    }
    const form = new URLSearchParams(body);
    if (request.method === 'POST' && pathname === '/login') {
      const known = form.get('user') === user && form.get('password') === password;
      return redirect(response, known ? '/code' : '/');
    }
    if (request.method === 'POST' && pathname === '/code') {
      const code = [1, 2, 3, 4, 5, 6].map((index) => form.get(`d${index}`) ?? '').join('');
      submitted.push(code);
      return redirect(response, site.accepts(code) ? '/welcome' : '/code?wrong=1');
    }
    const page = pages[pathname] ?? pages['/'] ?? '';
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en">${page}</html>`);
  }
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end();
}

/** The boxes write their values into the document, as components of frameworks do. */
const boxes = [1, 2, 3, 4, 5, 6]
  .map((index) => `<input name="d${index}" aria-label="Digit ${index}" maxlength="1" autocomplete="off">`)
  .join('');

const pages: Readonly<Record<string, string>> = {
  '/': `<title>Sign in</title><h1>Sign in</h1><form method="post" action="/login">
    <label>User <input name="user"></label><label>Password <input name="password" type="password"></label>
    <button>Sign in</button></form>`,
  '/code': `<title>Code</title><h1>Enter your code</h1><form method="post" action="/code">${boxes}
    <button>Confirm</button></form><script>
    const all = [...document.querySelectorAll('input')];
    for (const [index, box] of all.entries()) box.addEventListener('input', () => {
      box.setAttribute('value', box.value);
      if (box.value) all[index + 1]?.focus();
    });</script>`,
  '/welcome':
    '<title>Welcome</title><h1>Signed in as Ann</h1><p>Your orders</p><div style="height:4000px"></div>',
};

/** Signs in as a model would: it finds the fields in the view, and the placeholders in its prompt. */
export const signInScript: Script = [
  { purpose: 'act', answer: (scene) => scriptedMove.act('', turn(scene)) },
  { purpose: 'verify', answer: () => ({ verdict: 'done', evidence: 'Signed in as Ann', missing: null }) },
  {
    purpose: 'judge_failure',
    answer: () => ({ error_code: null, category: null, reason: '', evidence: '' }),
  },
];

function turn({ view, inputs, promptText }: ScriptRequest): readonly Json[] {
  if (view.has('Signed in as Ann')) return [scriptedMove.complete('Signed in.')];
  const first = view.find({ name: 'Digit 1' });
  const credential = Object.values(inputs).find((value) => JSON.stringify(value).includes('.password.'));
  const placeholder = (name: string): string =>
    new RegExp(`\\{\\{secret\\.[^{}]*\\.${name}\\.[^{}]*\\}\\}`).exec(JSON.stringify(credential))?.[0] ?? '';
  if (first) {
    const awaited = /\{\{secret\.one_time_code_[^{}]*\}\}/.exec(promptText)?.[0];
    const code = awaited ?? placeholder('totp');
    const confirm = view.find({ kind: 'button', name: 'Confirm' });
    const type = {
      reason: 'The page asks for it.',
      action_type: 'verification_code',
      id: first.id,
      ids: null,
    };
    return [{ ...type, code }, scriptedMove.click(confirm?.id ?? '', 'The code is complete.')];
  }
  const id = (name: string) => view.find({ name })?.id ?? '';
  return [
    scriptedMove.inputText(id('User'), placeholder('username'), 'The user.'),
    scriptedMove.inputText(id('Password'), placeholder('password'), 'The password.'),
    scriptedMove.click(id('Sign in'), 'All is filled in.'),
  ];
}
