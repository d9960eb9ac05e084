import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';

/** Stored bytes as an answer. */
export interface StoredBytes {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly etag: string;
  readonly cacheControl: string;
}

/** A stored page must not act on the origin that serves it. */
const sandboxPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** Sends bytes, honouring a single `Range` and `If-None-Match` (RFC 9110). Several or malformed ranges get everything. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, stored: StoredBytes): FastifyReply {
  const { bytes } = stored;
  reply.headers({
    'accept-ranges': 'bytes',
    etag: stored.etag,
    'cache-control': stored.cacheControl,
    'content-security-policy': sandboxPolicy,
  });
  if (request.headers['if-none-match'] === stored.etag) return reply.code(304).send();

  const header = request.headers.range;
  const ranges = header === undefined ? undefined : parseRange(bytes.length, header);
  if (ranges === -1) {
    return reply
      .code(416)
      .header('content-range', `bytes */${bytes.length}`)
      .send({ detail: `Range is outside of the ${bytes.length} bytes` });
  }
  reply.type(stored.contentType);
  const range =
    Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
  if (!range) return reply.send(Buffer.from(bytes));
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`)
    .send(Buffer.from(bytes.subarray(range.start, range.end + 1)));
}
