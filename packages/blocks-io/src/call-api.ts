import { type BlockContext, type Json, RunwrightError } from '@runwright/contract';

/** A service that speaks JSON over HTTP. */
export interface ApiConnection {
  /** As people call it. */
  readonly serviceName: string;
  /** What stands for the access token, see `accessToken`. */
  readonly token: string;
  readonly context: Pick<BlockContext, 'fetch' | 'signal'>;
}

/** One request. */
export interface ApiRequest {
  /** What is wanted, for messages: `rows of a spreadsheet`. */
  readonly resource: string;
  readonly url: URL;
  /** Default GET. */
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Largest answer that is read, in bytes: 50 MiB. */
const maxResponseBytes = 50 * 1024 * 1024;

/**
 * Sends a request and answers the JSON that came back.
 *
 * @throws RunwrightError `block_failed` for an answer that is not 2xx, too large or no JSON; `retryable` for 429 and 5xx;
 * a refused token has the category `credential`.
 */
export async function callApi(api: ApiConnection, call: ApiRequest): Promise<Json> {
  const { context, token, serviceName: service } = api;
  const response = await context.fetch(call.url, {
    method: call.method ?? 'GET',
    headers: {
      ...call.headers,
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    // A redirect would take the token to another host.
    redirect: 'manual',
    signal: context.signal,
  });
  const text = await readText(response, call, service);
  const value = parseJson(text);
  if (!response.ok) throw statusError(response.status, value ?? null, call, service);
  if (value !== undefined) return value;
  throw failed(`${call.resource} was wanted from ${service}, but the answer is no JSON; try again later`);
}

async function readText(
  response: Response,
  { resource: wanted }: ApiRequest,
  service: string,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxResponseBytes) {
      throw failed(`${wanted} was wanted from ${service}, but there is more than 50 MiB; ask for less`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function statusError(
  status: number,
  value: Json,
  { resource: wanted }: ApiRequest,
  service: string,
): RunwrightError {
  const message = memberOf(memberOf(value, 'error'), 'message');
  const reason =
    typeof message === 'string' ? `: ${message.replace(/\s+/g, ' ').trim().replace(/\.$/, '')}` : '';
  const advice =
    status === 401
      ? 'the access token is wrong or has expired, so put a new one into the credential'
      : status === 403
        ? 'let the account of the credential do that'
        : status === 429 || status >= 500
          ? 'try again later'
          : 'check what the block asks for';
  return failed(`${wanted} was wanted from ${service}, but it answered HTTP ${status}${reason}; ${advice}`, {
    retryable: status === 429 || status >= 500,
    details: { status, ...(status === 401 || status === 403 ? { failure_category: 'credential' } : {}) },
  });
}

/** A member of some JSON; null when it is no object or has no such member. */
export function memberOf(value: Json, name: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.hasOwn(value, name) ? ((value as { readonly [key: string]: Json })[name] ?? null) : null;
}

/** The entries of a member that is a list; none when it is not. */
export function entriesOf(value: Json, name: string): readonly Json[] {
  const member = memberOf(value, name);
  return Array.isArray(member) ? member : [];
}

function failed(message: string, options: object = {}): RunwrightError {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return new RunwrightError('block_failed', `${sentence}.`, options);
}
