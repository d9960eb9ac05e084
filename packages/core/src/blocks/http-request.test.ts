import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BlockContext } from '@runwright/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { egressPolicy } from '../egress.ts';
import { createFetch } from '../pinned-fetch.ts';
import { createRegistry } from '../registry.ts';
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
const context = (signal = new AbortController().signal): BlockContext => {
  const fetch = createFetch(egressPolicy({ allowedHosts: ['127.0.0.1'] }));
  return { runId: 'wr_1', label: 'h', attempt: 1, signal, fetch } as Partial<BlockContext> as BlockContext;
};
const run = (given: object, signal?: AbortSignal) => {
  const checked = createRegistry([httpRequest]).get('http_request')?.checkConfig(given);
  if (!checked?.ok) throw new Error(JSON.stringify(checked?.problems));
  return httpRequest.run(checked.value as never, context(signal));
};

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

  it('that is not JSON is text', async () => {
    const url = await serve((_request, response) => response.end('plain'));
    expect(await run({ url })).toMatchObject({ response_body: 'plain', request_headers: {} });
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
      details: { output: { error: 'Address is not allowed: 10.0.0.1', error_type: 'unknown' } },
    });
  });

  it('after a cancel, whose reason is kept', async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort(new Error('canceled by the user')));
    await expect(run({ url }, controller.signal)).rejects.toThrow('canceled by the user');
  });
});

it('members that would be ignored are refused when a definition is saved', () => {
  const node = {
    block_type: 'http_request',
    label: 'h',
    url: 'https://x.example',
    secret_response_paths: ['a.b'],
  };
  expect(httpRequest.check(node)).toMatchObject([{ path: ['secret_response_paths'], type: 'value_error' }]);
  expect(httpRequest.check({ ...node, secret_response_paths: [] })).toEqual([]);
});
