import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { lookup } from 'node:dns';
import { Agent } from 'node:http';
import type { LookupFunction } from 'node:net';
import { type AllowedDestination, type EgressPolicy, RunwrightError } from '@runwright/contract';
import { RequestError, Server } from 'proxy-chain';

/**
 * A name that no resolver knows (RFC 2606). The proxy answers for it, so that the browser can sign in, and so that
 * the browser's own question for accounts stays on this machine.
 */
export const signInUrl = 'http://sign-in.runwright.invalid/';

/** The only door of a browser: a proxy on loopback that asks the policy about every connection. */
export interface EgressProxy {
  readonly url: string;
  /** Known to this session's browser alone; every other client of the machine is turned away. */
  readonly credentials: { readonly username: string; readonly password: string };
  /** The policy's sentence when it refused this address since `since`; undefined when it did not. */
  denialOf(url: string, since: number): string | undefined;
  close(): Promise<void>;
}

/** What the proxy needs. */
export interface EgressProxyOptions {
  readonly policy: EgressPolicy;
  /** Proxy server that the requests go on to. It resolves names itself, so addresses are pinned only without one. */
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
  const denials = new Map<string, { readonly sentence: string; readonly at: number }>();
  const closing = new AbortController();
  const agent = new Agent({ keepAlive: true });

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
        const sentence = RunwrightError.is(cause) ? cause.message : 'The destination could not be checked.';
        denials.set(keyOf(url), { sentence, at: now() });
        throw new RequestError(sentence, 403);
      });
      if (upstream !== undefined) return { upstreamProxyUrl: upstream };
      return { dnsLookup: pinned(destination), httpAgent: agent };
    },
  });
  await server.listen();

  return {
    url: `http://127.0.0.1:${server.port}`,
    credentials,
    denialOf(url, since) {
      const denial = URL.canParse(url) ? denials.get(keyOf(url)) : undefined;
      return denial && denial.at >= since ? denial.sentence : undefined;
    },
    async close() {
      closing.abort();
      await server.close(true);
      agent.destroy();
    },
  };
}

/** A tunnel names no scheme; it carries https, or a socket. */
function tunnelUrl(hostname: string, port: number): string {
  const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
  return `${port === 80 ? 'http' : 'https'}://${host}:${port}/`;
}

function keyOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' || protocol === 'wss:' ? '443' : '80')}`;
}

/** A resolver that knows one answer: the addresses that were checked. */
function pinned({ addresses }: AllowedDestination): typeof lookup {
  const answer: LookupFunction = (hostname, options, callback) => {
    const usable = addresses.filter(({ family }) => !options.family || options.family === family);
    const [first] = usable;
    if (!first)
      return callback(
        Object.assign(new Error(`no checked address for ${hostname}`), { code: 'ENOTFOUND' }),
        '',
        4,
      );
    if (options.all)
      return callback(
        null,
        usable.map(({ address, family }) => ({ address, family })),
      );
    callback(null, first.address, first.family);
  };
  // The proxy only calls it, as `net.connect` does; the promise form that the type asks for is never used.
  return answer as typeof lookup;
}

function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
