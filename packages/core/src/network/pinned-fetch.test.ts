import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RunwrightError } from '@runwright/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { egressPolicy } from './egress.ts';
import { createFetch } from './pinned-fetch.ts';

type Handler = (request: IncomingMessage & { readonly text: string }, response: ServerResponse) => void;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A server on loopback that any name leads to, because the resolver says so. */
const serve = async (handler: Handler) => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    handler(Object.assign(request, { text: Buffer.concat(chunks).toString() }), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const lookups: string[] = [];
  const policy = egressPolicy({
    allowedHosts: [`shop.example:${port}`, `other.example:${port}`],
    lookup: async (hostname) => {
      lookups.push(hostname);
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  return {
    url: `http://shop.example:${port}`,
    other: `http://other.example:${port}`,
    port,
    lookups,
    fetch: createFetch(policy),
  };
};

describe('a request', () => {
  it('goes to the address that was checked, under the name that was asked for', async () => {
    const { url, port, lookups, fetch } = await serve((request, response) =>
      response.end(request.headers.host),
    );
    expect(await (await fetch(`${url}/a`)).text()).toBe(`shop.example:${port}`);
    expect(lookups).toEqual(['shop.example']);
  });

  it('sends method, headers and body, also of a form', async () => {
    const { url, fetch } = await serve((request, response) =>
      response.end(JSON.stringify([request.method, request.headers['content-type'], request.text])),
    );
    const form = new FormData();
    form.set('field', 'value');
    const [method, type, text] = (await (await fetch(url, { method: 'PUT', body: form })).json()) as string[];
    expect([method, type?.split(';')[0], text?.includes('name="field"')]).toEqual([
      'PUT',
      'multipart/form-data',
      true,
    ]);
  });

  it('sends a source of bytes with its size, reads it once more after a redirect, and returns a 401', async () => {
    const { url, fetch } = await serve((request, response) => {
      const { method, text } = request;
      if (request.url === '/moved') response.writeHead(307, { location: '/new' }).end();
      else response.writeHead(401).end(JSON.stringify([method, text, request.headers['content-length']]));
    });
    const body = {
      size: 5,
      async *read() {
        yield Buffer.from('by');
        yield Buffer.from('tes');
      },
    };
    const response = await fetch(`${url}/moved`, { method: 'PUT', body });
    expect([response.status, await response.json()]).toEqual([401, ['PUT', 'bytes', '5']]);
  });

  it('fails with the error of the source of its body', async () => {
    const { url, fetch } = await serve((_request, response) => response.end());
    const gone = new RunwrightError('not_found', 'The content is gone.');
    const body = {
      size: 5,
      async *read() {
        yield Buffer.from('by');
        throw gone;
      },
    };
    await expect(fetch(url, { method: 'PUT', body })).rejects.toBe(gone);
  });

  it('is not made with a lone surrogate, which would arrive as another character', async () => {
    const { url, fetch } = await serve((_request, response) => response.end());
    const lone = 'a\ud83db';
    const form = { fields: [['note', lone]], files: [] } as const;
    const message =
      /its character \d+ is a lone surrogate \(\\ud83d\).*Remove it, or send the value as JSON\.$/;
    await expect(fetch(`${url}/?q=${lone}`)).rejects.toThrow(message);
    for (const body of [lone, form])
      await expect(fetch(url, { method: 'POST', body })).rejects.toThrow(message);
    await fetch(url, { method: 'POST', body: 'a\u{1f600}b' });
  });

  it('to an address that is not allowed is not made', async () => {
    const { port, fetch } = await serve((_request, response) => response.end('secret'));
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'egress_denied' });
  });

  it('that cannot be made says which host and may be tried again', async () => {
    const { url, fetch } = await serve((request) => request.socket.destroy());
    const error = await fetch(url).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'block_failed', retryable: true });
    expect(RunwrightError.is(error) && error.message).toContain('shop.example');
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const { url, fetch } = await serve(() => controller.abort(new Error('enough')));
    await expect(fetch(url, { signal: controller.signal })).rejects.toThrow('enough');
  });
});

describe('a redirect', () => {
  const hop: Handler = (request, response) => {
    const [, status, target] = /^\/to\/(\d+)\/(.*)$/.exec(request.url ?? '') ?? [];
    if (status)
      return response.writeHead(Number(status), { location: decodeURIComponent(target ?? '') }).end();
    const { authorization = null, 'content-type': type = null } = request.headers;
    return response.end(JSON.stringify({ method: request.method, text: request.text, authorization, type }));
  };
  const headers = { authorization: 'Bearer x', 'content-type': 'text/plain' };
  const post: RequestInit = { method: 'POST', body: 'data', headers };

  it.each([
    [302, 'GET', '', null],
    [303, 'GET', '', null],
    [307, 'POST', 'data', 'text/plain'],
    [308, 'POST', 'data', 'text/plain'],
  ])('%i is followed with %s', async (status, method, text, type) => {
    const { url, fetch } = await serve(hop);
    const response = await fetch(`${url}/to/${status}/${encodeURIComponent('/end')}`, post);
    expect(response.url).toBe(`${url}/end`);
    expect(await response.json()).toEqual({ method, text, type, authorization: 'Bearer x' });
  });

  it('to another origin loses authorization, and its name is checked and resolved too', async () => {
    const { url, other, lookups, fetch } = await serve(hop);
    const response = await fetch(`${url}/to/307/${encodeURIComponent(`${other}/end`)}`, post);
    expect(await response.json()).toMatchObject({ authorization: null, text: 'data' });
    expect(lookups).toEqual(['shop.example', 'other.example']);
  });

  describe('to another origin', { tags: ['security'] }, () => {
    const seen: (Record<string, unknown> & { text: string; method: string | undefined })[] = [];
    const record: Handler = (request, response) => {
      if (request.url?.startsWith('/to/')) return hop(request, response);
      seen.push({ ...request.headers, text: request.text, method: request.method });
      return response.end();
    };
    const given = {
      authorization: 'Bearer x',
      'proxy-authorization': 'Basic x',
      cookie: 'a=b',
      'x-auth-token': 'x',
      'api-key': 'x',
      'x-api-key': 'x',
      'x-anything': 'x',
      accept: 'application/json',
      'accept-language': 'de',
      'user-agent': 'test',
      'content-type': 'text/plain',
    };

    it.each([302, 303, 307, 308])('%i takes no header along that may be a key', async (status) => {
      const { url, other, fetch } = await serve(record);
      const to = `${url}/to/${status}/${encodeURIComponent(`${other}/end`)}`;
      await fetch(to, { method: 'POST', body: 'data', headers: given });
      const keepsBody = status >= 307;
      const last: Record<string, unknown> = seen.pop() ?? {};
      const keys = ['authorization', 'proxy-authorization', 'cookie', 'x-auth-token', 'api-key', 'x-api-key'];
      expect([...keys, 'x-anything'].filter((name) => name in last)).toEqual([]);
      expect(last).toMatchObject({
        accept: 'application/json',
        'accept-language': 'de',
        'user-agent': 'test',
        method: keepsBody ? 'POST' : 'GET',
        text: keepsBody ? 'data' : '',
      });
      expect(last['content-type']).toBe(keepsBody ? 'text/plain' : undefined);
    });

    it('and back again brings no header back', async () => {
      const { url, other, fetch } = await serve(record);
      const back = `${other}/to/307/${encodeURIComponent(`${url}/end`)}`;
      await fetch(`${url}/to/307/${encodeURIComponent(back)}`, { headers: given });
      expect(seen.pop()).not.toHaveProperty('x-auth-token');
    });

    it('a body that holds a secret is not sent, and the error says where it came from', async () => {
      const { url, other, fetch } = await serve(record);
      const to = (status: number) => `${url}/to/${status}/${encodeURIComponent(`${other}/end`)}`;
      const init = { method: 'POST', body: 'hunter2!', secrets: { headers: [], body: true } };
      for (const status of [307, 308]) {
        await expect(fetch(to(status), init)).rejects.toThrow(
          /`shop\.example:\d+` redirected to another origin, but the body of the request holds a secret/,
        );
      }
      expect(seen).toEqual([]);
      // The body is left out here by the rules of HTTP.
      await fetch(to(303), init);
      expect(seen.pop()).toMatchObject({ method: 'GET', text: '' });
    });

    it('an address that holds a secret is not asked', async () => {
      const { url, other, fetch } = await serve(record);
      const to = `${url}/to/302/${encodeURIComponent(`${other}/end?p=hunter2!`)}`;
      const isIn = (text: string) => text.includes('hunter2!');
      await expect(fetch(to, { secrets: { headers: [], body: false, isIn } })).rejects.toThrow(
        /`shop\.example:\d+` redirected to another origin, but its address holds a secret/,
      );
      expect(seen).toEqual([]);
    });

    it('a header that holds a secret is not sent, whatever its name', async () => {
      const { url, other, fetch } = await serve(record);
      const to = `${url}/to/307/${encodeURIComponent(`${other}/end`)}`;
      await fetch(to, { headers: { accept: 'hunter2!' }, secrets: { headers: ['Accept'], body: false } });
      expect(seen.pop()?.accept).not.toBe('hunter2!');
    });
  });

  it('to the same origin keeps every header and the body', async () => {
    const { url, fetch } = await serve(hop);
    const to = `${url}/to/307/${encodeURIComponent('/end')}`;
    const response = await fetch(to, { ...post, secrets: { headers: ['authorization'], body: true } });
    expect(await response.json()).toMatchObject({ text: 'data', authorization: 'Bearer x' });
  });

  it('to a private address is refused', async () => {
    const { url, fetch } = await serve(hop);
    const target = encodeURIComponent('http://169.254.169.254/latest/meta-data');
    await expect(fetch(`${url}/to/302/${target}`)).rejects.toThrow('Address is not allowed: 169.254.169.254');
  });

  it('is handed over, refused or limited as asked', async () => {
    const { url, fetch } = await serve((_request, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    );
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(302);
    await expect(fetch(url, { redirect: 'error' })).rejects.toThrow('answered with a redirect');
    await expect(fetch(url)).rejects.toThrow('redirected more than 10 times');
  });
});
