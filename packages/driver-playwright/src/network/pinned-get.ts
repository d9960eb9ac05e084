import { request as plainRequest } from 'node:http';
import { request as safeRequest } from 'node:https';
import type { EgressPolicy } from '@runwright/contract';
import { pinnedLookup } from './pinned-lookup.ts';

/** Limits of a request for a text. */
export interface PinnedGetOptions {
  readonly egress: EgressPolicy;
  /** A longer answer is an error. Bytes. */
  readonly maximumBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const mostRedirects = 5;

/**
 * Fetches the text at an http or https address under the policy: it decides about every redirect too, and the connection
 * goes to an address that it has checked. Throws what the policy throws, and an error for any status but 200.
 */
export async function pinnedGet(address: string, options: PinnedGetOptions): Promise<string> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  let url = new URL(address);
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const answer = await getOnce(url, { ...options, signal });
    if (typeof answer === 'string') return answer;
    url = answer;
  }
  throw new Error(`more than ${mostRedirects} redirects`);
}

/** The text, or where it is to be had. */
async function getOnce(url: URL, options: PinnedGetOptions): Promise<string | URL> {
  const { egress, maximumBytes, signal } = options;
  const destination = await egress.check(url, { signal });
  const send = url.protocol === 'https:' ? safeRequest : plainRequest;
  const { promise, resolve, reject } = Promise.withResolvers<string | URL>();
  const request = send(url, { lookup: pinnedLookup(destination), signal, agent: false });
  request.once('error', reject);
  request.once('response', (response) => {
    const { statusCode = 0, headers } = response;
    const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
    if (isRedirect || statusCode !== 200) {
      response.destroy();
      if (isRedirect && URL.canParse(headers.location ?? '', url))
        resolve(new URL(headers.location ?? '', url));
      else reject(new Error(`the server answered ${statusCode}`));
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > maximumBytes)
        request.destroy(new Error(`the answer is longer than ${maximumBytes} bytes`));
    });
    response.once('error', reject);
    response.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
  request.end();
  return promise;
}
