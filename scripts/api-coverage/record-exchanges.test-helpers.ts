import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { Exchange } from './exchange.ts';

/** Characters of a body that are recorded; a longer one is left out. */
const longestBody = 1_000_000;

const folder = process.env.RUNWRIGHT_RECORD_API;
const shared = globalThis as { recordsApiExchanges?: boolean };
const bodies = new WeakMap<object, unknown>();

// The channel is documented by Fastify: it names each new instance before it has routes.
if (folder !== undefined && !shared.recordsApiExchanges) {
  shared.recordsApiExchanges = true;
  mkdirSync(folder, { recursive: true });
  subscribe('fastify.initialization', (message) =>
    recordServer((message as { fastify: FastifyInstance }).fastify),
  );
  // Services that tests start as processes are seen from here only.
  const { fetch } = globalThis;
  globalThis.fetch = async (...given) => {
    const [input, init] = given;
    const known = input instanceof Request ? input : undefined;
    const request = {
      url: known?.url ?? String(input),
      method: (init?.method ?? known?.method ?? 'GET').toLowerCase(),
      headers: [...new Headers(init?.headers ?? known?.headers).keys()],
      body: init?.body ?? (await known?.clone().text()),
    };
    const response = await fetch(...given);
    await recordFetch(request, response.clone());
    return response;
  };
}

interface FetchRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly string[];
  readonly body: unknown;
}

async function recordFetch(
  { url: address, method, headers, body }: FetchRequest,
  response: Response,
): Promise<void> {
  const url = new URL(address);
  const type = response.headers.get('content-type');
  const query: Record<string, unknown> = {};
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    query[name] = values.length === 1 ? values[0] : values;
  }
  // The body of a stream may have no end.
  const text = isJson(type) ? await response.text().catch(() => undefined) : undefined;
  if (!isJson(type)) void response.body?.cancel().catch(() => undefined);
  write({
    ...{ method, headers, query },
    path: url.pathname,
    body: typeof body === 'string' ? parsed(body) : undefined,
    status: response.status,
    answer: text !== undefined && text.length <= longestBody ? text : undefined,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Appends an exchange of the test that runs now; what happens between tests is left out. */
function write(exchange: Omit<Exchange, 'file' | 'test'>): void {
  const { currentTestName, testPath } = expect.getState();
  if (currentTestName === undefined || testPath === undefined) return;
  const file = relative(process.cwd(), testPath);
  const line = JSON.stringify({ file, test: currentTestName, ...exchange });
  appendFileSync(join(folder as string, `${process.pid}.jsonl`), `${line}\n`);
}

function recordServer(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    bodies.set(request, structuredClone(jsonOnly(request.body)));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const route = request.routeOptions.url;
    if (route === undefined) return payload;
    const answer = typeof payload === 'string' && payload.length <= longestBody ? payload : undefined;
    write({
      method: request.method.toLowerCase(),
      path: route.replaceAll(/:(\w+)/g, '{$1}'),
      query: request.query as Readonly<Record<string, unknown>>,
      headers: Object.keys(request.headers),
      body: bodies.get(request),
      status: reply.statusCode,
      answer: isJson(reply.getHeader('content-type')) ? answer : undefined,
    });
    return payload;
  });
}

/** Returns a body that is JSON, and nothing for streams and bytes. */
function jsonOnly(body: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(body));
  } catch {
    return undefined;
  }
}

function isJson(type: unknown): boolean {
  return typeof type === 'string' && type.startsWith('application/json');
}
