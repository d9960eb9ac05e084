import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { EgressPolicy } from '@runwright/contract';
import type { EgressDenials } from '@runwright/page-actions';
import { RequestError, Server } from 'proxy-chain';
import { createEgressDenialLog } from './egress-denials.ts';
import { pinnedLookup } from './pinned-lookup.ts';
import { upstreamProxyUrl } from './upstream-proxy.ts';

/**
 * A name that no resolver knows (RFC 2606). The proxy answers for it, so that the browser can sign in, and so that
 * the browser's own question for accounts stays on this machine.
 */
export const signInUrl = 'http://sign-in.runwright.invalid/';

/** The proxy on loopback that all connections of a browser go through and that checks each with the policy. */
export interface EgressProxy extends EgressDenials {
  readonly url: string;
  /** Known to this session's browser alone; every other client of the machine is turned away. */
  readonly credentials: { readonly username: string; readonly password: string };
  close(): Promise<void>;
}

/** Options of the egress proxy. */
export interface EgressProxyOptions {
  readonly policy: EgressPolicy;
  /**
   * Proxy server that the requests go on to: http, https, socks4 or socks5, with credentials. It resolves names
   * itself, so addresses are pinned only without one.
   */
  readonly upstream?: string;
  /** Milliseconds that never go back. */
  readonly now: () => number;
}

/**
 * Starts the proxy. Redirects, subresources, sockets and downloads are all connections of the browser, so all of
 * them are checked, and each goes to an address that was checked, never to one that was resolved afterwards.
 */
export async function egressProxy({ policy, upstream, now }: EgressProxyOptions): Promise<EgressProxy> {
  const credentials = { username: 'runwright', password: randomBytes(24).toString('base64url') };
  const upstreamUrl = upstream === undefined ? null : upstreamProxyUrl(upstream);
  const denials = createEgressDenialLog(now);
  const closing = new AbortController();
  // A connection for each request: a server may reset a kept one just as the next request is sent on it, which the library
  // answers with 595, and a connection that a server took for one user must not carry the request of another frame.
  // Tunnels, and with them all https, are connections of the browser and are kept by it.
  const agents = {
    httpAgent: new HttpAgent({ keepAlive: false }),
    httpsAgent: new HttpsAgent({ keepAlive: false }),
  };

  const server = new Server({
    host: '127.0.0.1',
    port: 0,
    authRealm: 'runwright',
    async prepareRequestFunction({ username, password, hostname, port, isHttp, request }) {
      if (username !== credentials.username || !isEqual(password, credentials.password)) {
        return { requestAuthentication: true };
      }
      if (isHttp && request.url?.startsWith(signInUrl)) {
        return {
          customResponseFunction: () => ({
            statusCode: 200,
            headers: { 'content-type': 'text/plain' },
            body: 'ok',
          }),
        };
      }
      const url = isHttp ? (request.url ?? '') : tunnelUrl(hostname, port);
      const destination = await policy.check(url, { signal: closing.signal }).catch((cause: unknown) => {
        throw new RequestError(denials.record(url, cause), 403);
      });
      if (upstreamUrl !== null) return { upstreamProxyUrl: upstreamUrl, ...agents };
      return { dnsLookup: pinnedLookup(destination), ...agents };
    },
  });
  await server.listen();

  return {
    url: `http://127.0.0.1:${server.port}`,
    credentials,
    denialOf: denials.denialOf,
    async close() {
      closing.abort();
      await server.close(true);
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    },
  };
}

/** A tunnel names no scheme; it carries https, or a socket. */
function tunnelUrl(hostname: string, port: number): string {
  const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
  return `${port === 80 ? 'http' : 'https'}://${host}:${port}/`;
}

function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
