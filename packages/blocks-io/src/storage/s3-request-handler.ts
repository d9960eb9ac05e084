import { Readable } from 'node:stream';
import { type BlockContext, isByteSource, type RequestBody } from '@runwright/contract';
import { readAnswer } from './read-answer.ts';

/** Request of the AWS SDK. */
interface SdkRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Response for the AWS SDK. */
interface SdkResponse {
  readonly statusCode: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

// The connection sets these itself; they are part of the signature with the values that it sets.
const ownHeaders: ReadonlySet<string> = new Set(['host', 'content-length', 'connection', 'expect']);

/** Sends the requests of an AWS SDK client through the block's `fetch`, so that they obey the egress policy. */
export function s3RequestHandler(context: Pick<BlockContext, 'fetch' | 'signal'>) {
  return {
    async handle(request: SdkRequest): Promise<{ response: SdkResponse }> {
      const answer = await context.fetch(addressOf(request), {
        method: request.method,
        headers: Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name.toLowerCase())),
        body: request.method === 'GET' || request.method === 'HEAD' ? null : bodyOf(request.body),
        redirect: 'manual',
        signal: context.signal,
      });
      return {
        response: {
          statusCode: answer.status,
          reason: answer.statusText,
          headers: Object.fromEntries(answer.headers),
          body: Readable.from(await readAnswer(answer), { objectMode: false }),
        },
      };
    },
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
    destroy: () => undefined,
  };
}

function addressOf({ protocol, hostname, port, path, query = {} }: SdkRequest): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one: string | null) =>
      one === null ? encode(name) : `${encode(name)}=${encode(one)}`,
    ),
  );
  const search = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${search}`;
}

/** Percent-encoding as the signature has it (RFC 3986). */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function bodyOf(body: unknown): RequestBody | null {
  if (typeof body === 'string' || isByteSource(body)) return body;
  return body instanceof Uint8Array ? Uint8Array.from(body) : null;
}
