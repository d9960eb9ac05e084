import { type BlockContext, quoteLargeNumbers, RunwrightError } from '@runwright/contract';
import { asRecord } from '@runwright/definition';
import type { HostFunction } from '@runwright/sandbox';
import { decodeText } from '../../files/text-charset.ts';

/** Bytes of an answer that a program may have at most: 16 MiB. */
const maximumBytes = 16 * 1024 * 1024;

/**
 * A program's `fetch(url, { method, headers, body, redirect })` under the egress policy. A body that is no text is sent
 * as JSON. Answers data; {@link fetchPrelude} makes an answer with `text()` and `json()` out of it, where `json()` has texts in place of
 * numbers that would change.
 */
export function fetchFunction(context: Pick<BlockContext, 'fetch'>): HostFunction {
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
    const text = await readText(response);
    const json = quoteLargeNumbers(text);
    return {
      status: response.status,
      statusText: response.statusText,
      ok: response.ok,
      url: response.url || String(url),
      headers: Object.fromEntries(response.headers),
      body: text,
      ...(json === text ? {} : { json }),
    };
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

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maximumBytes) {
      throw new RunwrightError(
        'block_failed',
        `The answer is larger than ${maximumBytes} bytes, which is too much for a program; use an \`http_request\` block.`,
      );
    }
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks), response.headers.get('content-type'));
}
