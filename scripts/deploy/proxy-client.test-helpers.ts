import { type RequestOptions, request } from 'node:https';
import type { Duplex } from 'node:stream';

/** An answer of the proxy, read as a whole. */
export interface ProxyAnswer {
  readonly status: number;
  readonly text: string;
  readonly json: any;
}

/** What a request has besides method and path. */
export interface ProxyRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | FormData;
}

/** A client that reaches the proxy on loopback under the name of a site, whatever its certificate. */
export interface ProxyClient {
  call(method: string, path: string, options?: ProxyRequest): Promise<ProxyAnswer>;
  /** Reads an answer until its text matches, then leaves it. */
  stream(path: string, pattern: RegExp): Promise<string>;
  /** Opens a WebSocket and reads until bytes come; returns the status of the answer and all bytes so far. */
  socket(path: string, until: Buffer): Promise<{ readonly status: number; readonly bytes: Buffer }>;
}

/** @param key sent as `x-api-key` with every request */
export function proxyClient(place: {
  readonly host: string;
  readonly port: number;
  readonly key: string;
}): ProxyClient {
  const options = (path: string, headers: Readonly<Record<string, string>> = {}): RequestOptions => ({
    host: '127.0.0.1',
    port: place.port,
    servername: place.host,
    path,
    rejectUnauthorized: false,
    headers: { host: place.host, 'x-api-key': place.key, ...headers },
  });

  return {
    async call(method, path, { headers = {}, body } = {}) {
      const encoded = body === undefined ? null : await encode(body);
      const { promise, resolve, reject } = Promise.withResolvers<ProxyAnswer>();
      const sent = request(
        { ...options(path, { ...headers, ...encoded?.headers }), method },
        async (answer) => {
          try {
            const text = Buffer.concat(await answer.toArray()).toString('utf8');
            const isJson = (answer.headers['content-type'] ?? '').includes('json');
            resolve({ status: answer.statusCode ?? 0, text, json: isJson ? JSON.parse(text) : null });
          } catch (error) {
            reject(error);
          }
        },
      );
      sent.once('error', reject).end(encoded?.bytes);
      return promise;
    },

    stream(path, pattern) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const sent = request(options(path), (answer) => {
        let text = '';
        answer.on('data', (bytes: Buffer) => {
          text += String(bytes);
          if (pattern.test(text)) {
            resolve(text);
            sent.destroy();
          }
        });
        answer.once('end', () => reject(new Error(`The stream has ended: ${answer.statusCode} ${text}`)));
      });
      sent.once('error', reject).end();
      return promise;
    },

    socket(path, until) {
      const { promise, resolve, reject } = Promise.withResolvers<{ status: number; bytes: Buffer }>();
      const upgrade = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      };
      const sent = request(options(path, upgrade), (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, bytes: Buffer.alloc(0) });
      });
      sent.once('upgrade', (answer, socket: Duplex, head) => {
        let bytes: Buffer = Buffer.alloc(0);
        const add = (part: Buffer) => {
          bytes = Buffer.concat([bytes, part]);
          if (!bytes.includes(until)) return;
          resolve({ status: answer.statusCode ?? 0, bytes });
          socket.destroy();
        };
        socket.on('data', add);
        socket.once('end', () => reject(new Error('The WebSocket has ended before the bytes came.')));
        add(head);
      });
      sent.once('error', reject).end();
      return promise;
    },
  };
}

async function encode(body: object | FormData): Promise<{ headers: Record<string, string>; bytes: Buffer }> {
  const isForm = body instanceof FormData;
  const encoded = new Response(isForm ? body : JSON.stringify(body));
  const type = isForm ? (encoded.headers.get('content-type') ?? '') : 'application/json';
  const bytes = Buffer.from(await encoded.arrayBuffer());
  return { headers: { 'content-type': type, 'content-length': String(bytes.length) }, bytes };
}
