import type { Readable } from 'node:stream';
import type { HttpOperationResponse, IHttpClient, WebResource } from '@azure/storage-blob';
import type { BlockContext, RequestBody } from '@runwright/contract';
import { readAnswer } from './read-answer.ts';

// The connection sets these itself; they are part of the signature with the values that it sets.
const ownHeaders: ReadonlySet<string> = new Set(['host', 'content-length', 'connection', 'accept-encoding']);

/** Sends the requests of an Azure client through the block's `fetch`, so that they obey the egress policy. */
export function azureHttpClient(context: Pick<BlockContext, 'fetch' | 'signal'>): IHttpClient {
  return {
    async sendRequest(request: WebResource): Promise<HttpOperationResponse> {
      const answer = await context.fetch(request.url, {
        method: request.method,
        headers: request.headers
          .headersArray()
          .filter(({ name }) => !ownHeaders.has(name.toLowerCase()))
          .map(({ name, value }) => [name, value]),
        body: bodyOf(request),
        redirect: 'manual',
        signal: context.signal,
      });
      const headers = request.headers.clone();
      for (const name of headers.headerNames()) headers.remove(name);
      for (const [name, value] of answer.headers) headers.set(name, value);
      return { request, status: answer.status, headers, bodyAsText: (await readAnswer(answer)).toString() };
    },
  };
}

function bodyOf({ body, headers }: WebResource): RequestBody | null {
  if (typeof body === 'string') return body;
  if (typeof body === 'function') {
    // Opens the content anew each time that it is sent.
    return { size: Number(headers.get('content-length')), read: () => body() as Readable };
  }
  return body instanceof Uint8Array ? Uint8Array.from(body) : null;
}
