import {
  type BlockContext,
  findJsonExcess,
  type Json,
  jsonLimits,
  limitParts,
  parseExactJson,
  RunwrightError,
  readParts,
} from '@runwright/contract';

/** Connection to a JSON API. */
export interface ApiConnection {
  /** Product name, for messages. */
  readonly serviceName: string;
  /** Access token or its placeholder; see {@link readAccessToken}. */
  readonly token: string;
  readonly context: Pick<BlockContext, 'fetch' | 'signal'>;
}

/** One API request. */
export interface ApiRequest {
  /** Name of the requested resource, for messages: `rows of a spreadsheet`. */
  readonly resource: string;
  readonly url: URL;
  /** Default GET. */
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Maximum response size in bytes: 50 MiB. */
const maxResponseBytes = 50 * 1024 * 1024;

/**
 * Sends a request and returns the JSON of the response.
 *
 * @throws RunwrightError `block_failed` for a response that is not 2xx, too large or not JSON; `retryable` for 429 and 5xx;
 * a rejected token has the category `credential`.
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
  const tooLarge = () =>
    failed(
      `${service} request for ${call.resource} failed: the response is larger than 50 MiB. Request less data`,
    );
  const body = await readParts(limitParts(response.body ?? [], maxResponseBytes, tooLarge));
  const text = body.toString('utf8');
  const excess = findJsonExcess(text, jsonLimits);
  if (excess !== null) {
    throw failed(`${service} request for ${call.resource} failed: the response ${excess}. Request less data`);
  }
  const value = parseJson(text);
  if (!response.ok) throw statusError(response.status, value ?? null, call, service);
  if (value !== undefined) return value;
  throw failed(`${service} request for ${call.resource} failed: the response is not JSON. Try again later`);
}

function parseJson(text: string): Json | undefined {
  try {
    return parseExactJson(text) as Json;
  } catch {
    return undefined;
  }
}

function statusError(status: number, value: Json, { resource }: ApiRequest, service: string): RunwrightError {
  const message = memberOf(memberOf(value, 'error'), 'message');
  const reason =
    typeof message === 'string' ? `: ${message.replace(/\s+/g, ' ').trim().replace(/\.$/, '')}` : '';
  const advice =
    status === 401
      ? 'The access token is invalid or expired; put a new one into the credential'
      : status === 403
        ? 'Give the account of the credential this permission'
        : status === 429 || status >= 500
          ? 'Try again later'
          : "Check the block's fields";
  return failed(`${service} request for ${resource} failed with HTTP ${status}${reason}. ${advice}`, {
    retryable: status === 429 || status >= 500,
    details: { status, ...(status === 401 || status === 403 ? { failure_category: 'credential' } : {}) },
  });
}

/** Returns a member of a JSON object; null when there is none. */
export function memberOf(value: Json, name: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.hasOwn(value, name) ? ((value as { readonly [key: string]: Json })[name] ?? null) : null;
}

/** Returns the entries of a member that is a list; an empty list otherwise. */
export function entriesOf(value: Json, name: string): readonly Json[] {
  const member = memberOf(value, name);
  return Array.isArray(member) ? member : [];
}

function failed(message: string, options: object = {}): RunwrightError {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return new RunwrightError('block_failed', `${sentence}.`, options);
}
