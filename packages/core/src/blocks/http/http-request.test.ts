import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BlockContext } from '@runwright/contract';
import { type FakeContextOptions, fakeContext } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { egressPolicy } from '../../network/egress.ts';
import { createFetch } from '../../network/pinned-fetch.ts';
import { createRegistry } from '../../registry/registry.ts';
import { httpRequest } from './http-request.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const fetch = createFetch(egressPolicy({ allowedHosts: ['127.0.0.1'] }));
const scene = (options: FakeContextOptions = {}) => {
  const { context, files } = fakeContext({ label: 'h', fetch, ...options });
  return {
    files,
    send: (given: object, more: Partial<BlockContext> = {}) => send(given, { ...context, ...more }),
  };
};
const send = (given: object, context: BlockContext) => {
  const checked = createRegistry([httpRequest]).get('http_request')?.checkConfig(given);
  if (!checked?.ok) throw new Error(JSON.stringify(checked?.problems));
  return httpRequest.run(checked.value as never, context);
};
const run = (given: object, signal = new AbortController().signal) => scene({ signal }).send(given);

describe('an answer', () => {
  it('of 2xx completes with its JSON, and with what was asked', async () => {
    const url = await serve((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ type: request.headers['content-type'], key: request.headers['x-n'] }));
    });
    const output = await run({ method: 'post', url: `${url}/a`, body: { a: 1 }, headers: { 'X-N': 7 } });
    expect(output).toMatchObject({
      status_code: 200,
      response_body: { type: 'application/json', key: '7' },
      body: { type: 'application/json', key: '7' },
      request_method: 'POST',
      request_url: `${url}/a`,
      request_headers: { 'X-N': '7', 'Content-Type': 'application/json' },
      request_body: { a: 1 },
      url: `${url}/a`,
    });
  });

  it('keeps several cookies apart, and numbers that a number cannot hold, and says so', async () => {
    const url = await serve((_request, response) => {
      response.setHeader('set-cookie', ['a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT', 'b=2']);
      response.end('{"id":7615917337495251231,"more":[1e400,1.5]}');
    });
    const entries: string[] = [];
    const { send: sendIn } = scene();
    const log = { record: async ({ message }: { message: string }) => `e_${entries.push(message)}` };
    const output = await sendIn({ url }, { log: log as never });
    expect(output).toMatchObject({
      headers: { 'set-cookie': ['a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT', 'b=2'] },
      body: { id: '7615917337495251231', more: ['1e400', 1.5] },
    });
    expect(entries).toEqual([expect.stringContaining('`7615917337495251231` and 1 more')]);
  });

  it('to a form has the fields of the body, address-encoded', async () => {
    const bodies: string[] = [];
    const url = await serve(async (request, response) => {
      let text = '';
      for await (const part of request) text += part;
      bodies.push(`${request.headers['content-type']} ${text}`);
      response.end('{}');
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
    await run({
      method: 'POST',
      url,
      headers,
      body: { a: 'x y&z', list: [1, true], none: null, deep: { b: 1 } },
    });
    await run({ method: 'POST', url, headers, body: 'a=1' });
    const type = headers['content-type'];
    expect(bodies).toEqual([
      `${type} a=x+y%26z&list=1&list=true&none=&deep=%7B%22b%22%3A1%7D`,
      `${type} a=1`,
    ]);
  });

  it('in another charset is read in that charset', async () => {
    const url = await serve((_request, response) => {
      response.setHeader('content-type', 'text/plain; charset=shift_jis');
      response.end(Buffer.from([0x93, 0xfa, 0x96, 0x7b]));
    });
    expect(await run({ method: 'get', url })).toMatchObject({ response_body: '日本' });
  });

  it('tells that a header without a value was sent empty', async () => {
    const url = await serve((request, response) => response.end(JSON.stringify(request.headers['x-n'])));
    expect(await run({ url, headers: { 'X-N': null } })).toMatchObject({
      request_headers: { 'X-N': '' },
      response_body: '',
    });
  });

  it('that is not JSON is text', async () => {
    const url = await serve((_request, response) => response.end('plain'));
    expect(await run({ url })).toMatchObject({
      response_body: 'plain',
      request_headers: { 'Content-Type': 'application/json' },
    });
  });

  it.each([200, 404])('of %i that is nested too deep to be stored fails with a sentence', async (status) => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const url = await serve((request, response) =>
      response.writeHead(status).end(deep(request.url === '/a' ? 500 : 20_000)),
    );
    if (status === 200) expect(await run({ url: `${url}/a` })).toMatchObject({ status_code: 200 });
    await expect(run({ url: `${url}/b` })).rejects.toThrow('nested deeper than 500 levels');
  });

  it('that has too many values fails with a remedy, and so many commas in a text do not', async () => {
    const url = await serve((request, response) =>
      response.end(request.url === '/json' ? `[${'0,'.repeat(400_000)}0]` : '0,'.repeat(400_001)),
    );
    await expect(run({ url: `${url}/json` })).rejects.toThrow(
      'JSON that has more than 400,000 values; ask for less, or set `save_response_as_file`.',
    );
    expect(await run({ url: `${url}/text` })).toMatchObject({ response_body: '0,'.repeat(400_001) });
  });

  it('of another status fails with its number first, and is recorded', async () => {
    const url = await serve((_request, response) => response.writeHead(404).end('{"gone": true}'));
    const failed = run({ url });
    await expect(failed).rejects.toThrow(/^HTTP 404/);
    await expect(failed).rejects.toMatchObject({
      code: 'block_failed',
      retryable: false,
      details: { output: { status_code: 404, response_body: { gone: true } } },
    });
  });

  it('that redirects is followed unless the block says no', async () => {
    const url = await serve((request, response) =>
      request.url === '/a' ? response.writeHead(302, { location: '/b' }).end() : response.end('b'),
    );
    expect(await run({ url: `${url}/a` })).toMatchObject({ response_body: 'b', url: `${url}/b` });
    await expect(run({ url: `${url}/a`, follow_redirects: false })).rejects.toThrow(/^HTTP 302/);
  });

  it('that does not come in time is timed out, with the one output of such a block', async () => {
    const url = await serve(() => undefined);
    await expect(run({ url, timeout: 0.05 })).rejects.toMatchObject({
      code: 'timed_out',
      details: { output: { error_type: 'timeout' } },
    });
  });
});

describe('no request is made', () => {
  it.each([
    ['', 'it is empty'],
    ['shop.example/a', 'does not begin with http://'],
    ['ftp://shop.example', 'does not begin with http://'],
    ['http://', 'not an http or https address'],
  ])('to %j', async (url, reason) => {
    await expect(run({ url })).rejects.toThrow(reason);
  });

  it('to an address that the policy refuses, and the output says so', async () => {
    await expect(run({ url: 'http://10.0.0.1/' })).rejects.toMatchObject({
      code: 'egress_denied',
      details: {
        output: {
          error: expect.stringMatching(/^Address is not allowed: 10\.0\.0\.1\. .*RUNWRIGHT_ALLOWED_HOSTS/),
          error_type: 'unknown',
        },
      },
    });
  });

  it('after a cancel, whose reason is kept', async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort(new Error('canceled by the user')));
    await expect(run({ url }, controller.signal)).rejects.toThrow('canceled by the user');
  });
});

describe('files', () => {
  /** Answers with the type of the request and its body. */
  const echo: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const [type = ''] = (request.headers['content-type'] ?? '').split(';');
    response.end(JSON.stringify({ type, body: Buffer.concat(chunks).toString() }));
  };

  it('are sent as a form, with the members of the body as its fields', async () => {
    const url = await serve(echo);
    const { send } = scene({ downloads: { 'a.txt': 'hello' } });
    const output = await send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: { title: 'T', tags: [1] },
      files: { doc: 'a.txt', again: { downloaded_files: [{ file_path: 'downloads/a.txt' }] } },
    });
    expect(output.request_headers).toEqual({});
    const { type, body } = output.response_body as { type: string; body: string };
    expect(type).toBe('multipart/form-data');
    expect(body).toMatch(/name="title"\r\n\r\nT\r\n/);
    expect(body).toMatch(/name="tags"\r\n\r\n\[1\]\r\n/);
    expect(body).toMatch(/name="doc"; filename="a.txt"[\s\S]*?\r\n\r\nhello\r\n/);
    expect(body).toContain('name="again"; filename="a.txt"');
  });

  it('may be addresses, and none is sent when one is not there or the body is no object', async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url);
      response.end('bytes');
    });
    await run({ method: 'POST', url: `${url}/up`, files: { f: `${url}/f.bin` } });
    expect(asked).toEqual(['/f.bin', '/up']);
    const missing = run({ method: 'POST', url, files: { f: 'no.txt' } });
    await expect(missing).rejects.toMatchObject({
      code: 'not_found',
      details: { output: { error_type: 'unknown' } },
    });
    await expect(run({ method: 'POST', url, body: [1], files: { f: `${url}/f` } })).rejects.toThrow(
      'it is a list',
    );
    expect(asked).toHaveLength(2);
  });
});

describe('a saved answer', () => {
  const report: RequestListener = (_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="r.csv"',
      })
      .end('a,b');

  it('is a download of the run, named by the block or else by the server', async () => {
    const url = await serve(report);
    const { send, files } = scene();
    const given = { url, save_response_as_file: true };
    const output = await send(given);
    const saved = { file_path: 'downloads/r.csv', file_name: 'r.csv', file_size: 3 };
    expect(output).toMatchObject({ response_body: saved, body: saved, ...saved });
    expect(output.downloaded_files).toMatchObject([{ filename: 'r.csv' }]);
    expect(files).toMatchObject([{ contentType: 'text/csv', bytes: Buffer.from('a,b') }]);
    expect(await send({ ...given, download_filename: 'x.csv' })).toMatchObject({ file_name: 'x.csv' });
  });

  it('is not there when the status is not 2xx', async () => {
    const url = await serve((_request, response) => response.writeHead(500).end('broken'));
    const { send, files } = scene();
    await expect(send({ url, save_response_as_file: true })).rejects.toMatchObject({
      details: { output: { response_body: 'broken' } },
    });
    expect(files).toEqual([]);
  });

  it.each([true, false])(
    'of more than 10 MiB is not parsed, its length announced: %s',
    { tags: ['security'] },
    async (isAnnounced) => {
      const body = `[${'1,'.repeat(6 * 1024 * 1024)}1]`;
      const url = await serve((_request, response) => {
        if (isAnnounced) response.setHeader('content-length', body.length);
        response.end(body);
      });
      await expect(run({ url })).rejects.toMatchObject({
        message: expect.stringContaining('larger than 10 MiB; ask for less, or set `save_response_as_file`'),
        details: { failure_category: 'limit' },
      });
    },
  );

  it('beyond its limit fails with `file_too_large` before it is read', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-length': '500000001' }).write('a'),
    );
    await expect(run({ url, save_response_as_file: true })).rejects.toMatchObject({
      details: { failure_category: 'limit', errors: [{ error_code: 'file_too_large' }] },
    });
  });
});

describe('secrets of an answer', () => {
  const serveJson = (value: unknown, status = 200) =>
    serve((_request, response) => response.writeHead(status).end(JSON.stringify(value)));

  it('are placeholders at their paths, inside objects and lists too', async () => {
    const url = await serveJson({ data: [{ token: 'abc' }], keys: { a: 'x', n: 7, none: null }, plain: 'p' });
    const output = await run({ url, secret_response_paths: ['data.0.token', 'keys', 'keys.a'] });
    const shown = {
      data: [{ token: '{{secret.data.0.token}}' }],
      keys: { a: '{{secret.keys.a}}', n: '{{secret.keys.n}}', none: null },
      plain: 'p',
    };
    expect(output).toMatchObject({ response_body: shown, body: shown });
  });

  it.each([[{ token: 'abc' }], ['just text'], [[1]]])(
    'that are not there in %j fail and hide the body',
    async (answer) => {
      const url = await serveJson(answer);
      await expect(run({ url, secret_response_paths: ['tokens.0', 'constructor'] })).rejects.toMatchObject({
        message: expect.stringContaining('`tokens.0`'),
        details: { output: { status_code: 200, response_body: '*****', body: '*****' } },
      });
    },
  );

  it('are placeholders also when the status is not 2xx, where they need not be', async () => {
    const url = await serveJson({ token: 'abc' }, 403);
    await expect(run({ url, secret_response_paths: ['token', 'other'] })).rejects.toMatchObject({
      message: expect.stringMatching(/^HTTP 403/),
      details: { output: { response_body: { token: '{{secret.token}}' } } },
    });
  });

  it('exclude a saved answer when the block is saved', () => {
    const node = { block_type: 'http_request', label: 'h', url: 'https://x.example' };
    const paths = { secret_response_paths: ['a.b'] };
    const both = httpRequest.check({ ...node, ...paths, save_response_as_file: true });
    expect(both).toMatchObject([{ path: ['secret_response_paths'], type: 'value_error' }]);
    expect(httpRequest.check({ ...node, ...paths })).toEqual([]);
    const many = Array.from({ length: 101 }, (_, index) => `k${index}`);
    expect(httpRequest.check({ ...node, secret_response_paths: many })).toMatchObject([
      { message: expect.stringContaining('has 101 paths, at most 100') },
    ]);
    expect(httpRequest.check({ ...node, save_response_as_file: true })).toEqual([]);
  });
});
