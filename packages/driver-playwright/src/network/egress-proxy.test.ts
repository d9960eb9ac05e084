import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { type EgressPolicy, RunwrightError } from '@runwright/contract';
import { Server as ProxyServer } from 'proxy-chain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EgressProxy, egressProxy } from './egress-proxy.ts';
import { pinnedLookup } from './pinned-lookup.ts';
import { socksServer } from './socks-server.test-helpers.ts';

const hits: string[] = [];
const server = createServer((incoming, response) => {
  hits.push(`${incoming.headers.host}${incoming.url}`);
  response.end('hello');
});
let port = 0;
let proxy: EgressProxy;

/** Every name is the test's own server, but for one. */
const policy: EgressPolicy = {
  async check(url) {
    const destination = new URL(url);
    if (destination.hostname === 'bad.test')
      throw new RunwrightError('egress_denied', 'The host `bad.test` is refused.');
    return { url: destination, addresses: [{ address: '127.0.0.1', family: 4 }] };
  },
};

beforeEach(async () => {
  hits.length = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  proxy = await egressProxy({ policy, now: () => 1 });
});
afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const authorization = () => {
  const { username, password } = proxy.credentials;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
};

function get(url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  const { hostname, port: proxyPort } = new URL(proxy.url);
  return new Promise((resolve, reject) => {
    request(
      { hostname, port: proxyPort, path: url, headers: { host: new URL(url).host, ...headers } },
      (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    )
      .on('error', reject)
      .end();
  });
}

function tunnel(target: string): Promise<string> {
  const { hostname, port: proxyPort } = new URL(proxy.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(proxyPort), hostname, () => {
      socket.write(
        `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: ${authorization()}\r\n\r\n`,
      );
    });
    socket.once('data', (data) => {
      socket.destroy();
      resolve(String(data).split('\r\n')[0] ?? '');
    });
    socket.once('error', reject);
  });
}

describe('a server that resets connections which it kept', () => {
  /** Answers the first request of a connection, and resets the connection when a second one comes. */
  const resetting = async () => {
    const used = new WeakSet<object>();
    const kept = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
      if (used.has(incoming.socket)) incoming.socket.resetAndDestroy();
      else response.end('hello');
      used.add(incoming.socket);
    });
    await new Promise<void>((resolve) => kept.listen(0, '127.0.0.1', resolve));
    return {
      port: (kept.address() as AddressInfo).port,
      [Symbol.dispose]() {
        kept.closeAllConnections();
        kept.close();
      },
    };
  };
  const headers = () => ({ 'proxy-authorization': authorization(), connection: 'keep-alive' });

  it('gets a new connection for each request, so that none fails', async () => {
    using site = await resetting();
    for (let round = 0; round < 3; round += 1) {
      expect(await get(`http://good.test:${site.port}/`, headers())).toEqual({ status: 200, body: 'hello' });
    }
  });

  it('does not fail requests when it is the upstream proxy', async () => {
    using upstreamServer = await resetting();
    await proxy.close();
    proxy = await egressProxy({ policy, now: () => 1, upstream: `http://127.0.0.1:${upstreamServer.port}` });
    for (let round = 0; round < 3; round += 1) {
      expect(await get('http://good.test/', headers())).toEqual({ status: 200, body: 'hello' });
    }
  });
});

it('another process of the machine is rejected', async () => {
  expect(await get(`http://good.test:${port}/`, {})).toMatchObject({ status: 407 });
  const wrong = `Basic ${Buffer.from('runwright:guess').toString('base64')}`;
  expect(await get(`http://good.test:${port}/`, { 'proxy-authorization': wrong })).toMatchObject({
    status: 407,
  });
  expect(hits).toEqual([]);
});

it('an allowed name is connected to at the checked address', async () => {
  const answer = await get(`http://good.test:${port}/a`, { 'proxy-authorization': authorization() });
  expect(answer).toEqual({ status: 200, body: 'hello' });
  expect(hits).toEqual([`good.test:${port}/a`]);
  expect(await tunnel(`good.test:${port}`)).toContain('200');
});

it('a refused name is not connected to by request or tunnel, and its message is recorded', async () => {
  const answer = await get(`http://bad.test:${port}/`, { 'proxy-authorization': authorization() });
  expect(answer).toEqual({ status: 403, body: 'The host `bad.test` is refused.' });
  expect(await tunnel(`bad.test:${port}`)).toContain('403');
  expect(proxy.denialOf(`http://bad.test:${port}/other`, 0)).toMatchObject({
    ...{ message: 'The host `bad.test` is refused.', isUnresolved: false },
  });
  expect(proxy.denialOf(`http://bad.test:${port}/`, 2)).toBeUndefined();
  expect(proxy.denialOf(`http://good.test:${port}/`, 0)).toBeUndefined();
  expect(hits).toEqual([]);
});

describe('with an upstream proxy', () => {
  const through = async (upstream: string) => {
    await proxy.close();
    proxy = await egressProxy({ policy, now: () => 1, upstream });
    return {
      request: await get(`http://good.test:${port}/a`, { 'proxy-authorization': authorization() }),
      tunnel: await tunnel(`good.test:${port}`),
    };
  };

  it('forwards requests and tunnels with its credentials and lets it resolve the names', async () => {
    const seen: string[] = [];
    const upstreamServer = new ProxyServer({
      host: '127.0.0.1',
      port: 0,
      prepareRequestFunction({ username, password, hostname }) {
        seen.push(`${username}:${password}@${hostname}`);
        return {
          requestAuthentication: username !== 'ann' || password !== 'p:w',
          dnsLookup: pinnedLookup({
            url: new URL('http://good.test/'),
            addresses: [{ address: '127.0.0.1', family: 4 }],
          }),
        };
      },
    });
    await upstreamServer.listen();
    const answers = await through(`http://ann:p%3Aw@127.0.0.1:${upstreamServer.port}`);
    expect(answers).toMatchObject({ request: { status: 200 }, tunnel: expect.stringContaining('200') });
    expect(new Set(seen)).toEqual(new Set(['ann:p:w@good.test']));
    await upstreamServer.close(true);
  });

  it('supports SOCKS 5', async () => {
    const upstreamServer = await socksServer('ann', 'word');
    const answers = await through(`socks5://ann:word@127.0.0.1:${upstreamServer.port}`);
    expect(answers).toMatchObject({ request: { status: 200 }, tunnel: expect.stringContaining('200') });
    expect(new Set(upstreamServer.asked)).toEqual(new Set([`good.test:${port}`]));
    expect(await tunnel(`bad.test:${port}`)).toContain('403');
    upstreamServer.close();
  });

  it.each(['ftp://proxy.example:21', 'proxy.example:8080', 'not a proxy'])(
    'which has to be one: %s',
    async (upstream) => {
      const refused = { code: 'invalid_input', message: expect.stringContaining('socks5') };
      await expect(egressProxy({ policy, now: () => 1, upstream })).rejects.toMatchObject(refused);
    },
  );
});
