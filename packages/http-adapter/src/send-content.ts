import { Readable } from 'node:stream';
import type { ReadOptions, UrlOptions } from '@runwright/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import type { ContentStreams } from './content-streams.ts';

/** Stored content to send. */
export interface StoredContent {
  readonly organizationId: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  readonly etag: string;
  readonly cacheControl: string;
  /** Default: none, so that browsers show the types that they know. */
  readonly contentDisposition?: string;
  /** Seconds for which the link of the request works yet; null for a request with a key. */
  readonly secondsLeft: number | null;
  open(options: ReadOptions): Promise<AsyncIterable<Uint8Array>>;
  /** Returns a URL of the artifact store, or null when it makes none. */
  presign(options: UrlOptions): Promise<string | null>;
}

/** Headers that prevent a stored page from running scripts on the origin of the service. */
const sandboxPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
/** Media types that browsers show without running anything of them. */
const passiveType =
  /^(?:image\/(?:png|jpeg|gif|webp)|video\/(?:webm|mp4)|audio\/[\w.+-]+|text\/plain|application\/(?:json|zip))(?:\s*;|$)/i;

/**
 * Streams stored bytes, honouring a single `Range` and `If-None-Match` (RFC 9110). Several or malformed ranges get
 * everything. Only the bytes that are sent are read. A GET by a signed link is redirected to the artifact store if that
 * makes URLs, and if a browser could not run the content there.
 */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  streams: ContentStreams,
  stored: StoredContent,
): Promise<FastifyReply> {
  const { size, etag, contentDisposition } = stored;
  if (contentDisposition !== undefined) reply.header('content-disposition', contentDisposition);
  const headers = {
    'accept-ranges': 'bytes',
    etag,
    'cache-control': stored.cacheControl,
    'content-security-policy': sandboxPolicy,
  };
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).headers(headers).send();

  const range = rangeOf(request.headers.range, size);
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'content-security-policy': sandboxPolicy })
      .send({ detail: `Range is outside of the ${size} bytes` });
  }
  const url = await redirectUrlOf(request, stored);
  // The URL is a secret that works for a short time: the headers of all answers forbid to keep it, and no log has it.
  if (url !== null) return reply.redirect(url, 302);

  const { start, end } = range ?? { start: 0, end: size };
  const body = request.method === 'HEAD' ? await nothingOf(stored) : await partsOf(stored, start, end);
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size}`);
  return reply
    .headers({ ...headers, 'content-length': end - start })
    .type(stored.contentType)
    .send(body);

  async function partsOf({ organizationId, open }: StoredContent, from: number, to: number) {
    const stream = streams.begin(organizationId, reply.raw);
    const parts = await open({ start: from, end: to, signal: stream.signal });
    return Readable.from(stream.pass(parts, to - from), { objectMode: false });
  }
}

/** A URL of the artifact store in place of the bytes. With a key there is none: clients would send the key on to the store. */
async function redirectUrlOf(
  { method, headers }: FastifyRequest,
  { presign, contentType, contentDisposition, cacheControl, secondsLeft }: StoredContent,
): Promise<string | null> {
  if (method !== 'GET' || headers['x-api-key'] !== undefined || secondsLeft === null) return null;
  // The store sends no `Content-Security-Policy`, so what could run scripts at its address is sent from here.
  const isHarmless = contentDisposition?.startsWith('attachment') || passiveType.test(contentType);
  if (!isHarmless) return null;
  return await presign({
    cacheControl,
    maxSeconds: secondsLeft,
    ...(contentDisposition === undefined ? {} : { contentDisposition }),
  });
}

/** Fails as a read would. */
async function nothingOf({ open }: StoredContent): Promise<undefined> {
  await open({ start: 0, end: 0 });
}

/** The one range that is asked for, its end exclusive; null when everything is: without a range, with several or none that is well-formed. */
function rangeOf(header: string | undefined, size: number) {
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (header === undefined || first === undefined || `${first}${last}` === '') return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const ranges = parseRange(size, `bytes=${first}-${last}`);
  const [only] = Array.isArray(ranges) ? ranges : [];
  return only ? { start: only.start, end: only.end + 1 } : 'unsatisfiable';
}

/** Returns whether the client has this content: `*`, or a list of tags, which count as equal when they are weak too. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}
