import { limitParts, quoteLargeNumbers, RunwrightError, readParts } from '@runwright/contract';
import { asRecord } from '@runwright/definition';
import type { HostFunction } from '@runwright/sandbox';
import { decodeText } from '../../files/text-charset.ts';
import type { ProgramContext } from '../../registry/block-kinds.ts';

/** Bytes of an answer that a program may have at most: 16 MiB. */
const maximumBytes = 16 * 1024 * 1024;

/**
 * A program's `fetch(url, { method, headers, body, redirect })` under the egress policy. A body that is no text is sent
 * as JSON. Answers data; {@link fetchPrelude} makes an answer with `text()` and `json()` out of it, where `json()` has texts in place of
 * numbers that would change.
 */
export function fetchFunction(context: Pick<ProgramContext, 'fetch' | 'maskEchoes'>): HostFunction {
  return async ([url, options], { signal }) => {
    const { method, headers, body = null, redirect } = asRecord(options) ?? {};
    const sent = headersOf(headers);
    const isText = typeof body === 'string';
    if (body !== null && !isText && !sent.has('content-type')) sent.set('content-type', 'application/json');
    const response = await context.fetch(String(url), {
      headers: sent,
      signal,
      ...(method === undefined ? {} : { method: String(method).toUpperCase() }),
      ...(body === null ? {} : { body: isText ? body : JSON.stringify(body) }),
      ...(redirect === 'manual' || redirect === 'error' ? { redirect } : {}),
    });
    const bytes = await readParts(limitParts(response.body ?? [], maximumBytes, tooLarge));
    const text = decodeText(bytes, response.headers.get('content-type'));
    const json = quoteLargeNumbers(text);
    const address = response.url || String(url);
    const answer = {
      status: response.status,
      statusText: response.statusText,
      ok: response.ok,
      url: address,
      headers: Object.fromEntries(response.headers),
      body: text,
      ...(json === text ? {} : { json }),
    };
    return context.maskEchoes(answer, address);
  };
}

/** Executed in the sandbox before a program: its `fetch`, as it is known from elsewhere. */
export const fetchPrelude = `
{
  const { parse } = JSON;
  const send = globalThis.fetch;
  globalThis.fetch = async (url, options) => {
    const { body, json = body, ...answer } = await send(String(url), options);
    return { ...answer, text: async () => body, json: async () => parse(json) };
  };
}
`;

function headersOf(given: unknown): Headers {
  const sent = new Headers();
  for (const [name, value] of Object.entries(asRecord(given) ?? {})) {
    try {
      sent.set(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
    } catch (cause) {
      throw new RunwrightError('block_failed', `The header \`${name}\` cannot be sent; change it.`, {
        cause,
      });
    }
  }
  return sent;
}

function tooLarge(): RunwrightError {
  return new RunwrightError(
    'block_failed',
    `The answer is larger than ${maximumBytes} bytes, which is too much for a program; use an \`http_request\` block.`,
  );
}
