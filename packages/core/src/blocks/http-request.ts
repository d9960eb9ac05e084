import {
  type BlockContext,
  defineBlock,
  type Json,
  type Problem,
  RunwrightError,
  Type,
  template,
} from '@runwright/contract';
import { parseAddress } from '../address.ts';
import { valueError } from '../problem.ts';
import { asRecord } from '../schema-node.ts';

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const headers = Type.Record(Type.String(), Type.Unknown());

const config = Type.Object(
  {
    method: Type.String({ default: 'GET', pattern: '^[A-Za-z]+$', ...template('none') }),
    url: Type.String({ description: 'With scheme and host.' }),
    headers: Type.Optional(nullable(Type.Record(Type.String(), Type.Unknown(), template('native')))),
    body: Type.Optional(
      Type.Unknown({ description: 'Sent as JSON; text is sent as it is.', ...template('native') }),
    ),
    timeout: Type.Number({ default: 30, exclusiveMinimum: 0, maximum: 28_800, description: 'Seconds.' }),
    follow_redirects: Type.Boolean({ default: true }),
    parameter_keys: Type.Array(Type.String(), { default: [], ...template('none') }),
  },
  { description: 'Makes one HTTP request without a browser.' },
);

const output = Type.Object({
  status_code: Type.Integer(),
  response_headers: headers,
  response_body: Type.Unknown({ description: 'Parsed JSON, else text.' }),
  request_method: Type.String(),
  request_url: Type.String(),
  request_headers: headers,
  request_body: Type.Unknown(),
  headers,
  body: Type.Unknown(),
  url: Type.String(),
});

/** Bytes of an answer that are read at most. */
const maximumBytes = 100 * 1024 * 1024;

const work = defineBlock({
  type: 'http_request',
  config,
  output,
  async run(given, context) {
    const method = given.method.toUpperCase();
    const url = addressOf(given.url);
    const body = given.body ?? null;
    const sent = headersOf(given.headers ?? {}, body !== null);
    const limit = AbortSignal.timeout(given.timeout * 1000);
    try {
      const response = await context.fetch(url, {
        method,
        headers: sent,
        redirect: given.follow_redirects ? 'follow' : 'manual',
        signal: AbortSignal.any([context.signal, limit]),
        ...(body === null ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const received = Object.fromEntries(response.headers);
      const content = contentOf(await readText(response));
      const result = {
        status_code: response.status,
        response_headers: received,
        response_body: content,
        request_method: method,
        request_url: url,
        request_headers: sent,
        request_body: body,
        headers: received,
        body: content,
        url: response.url || url,
      };
      if (!response.ok) throw badStatus(response, method, url, result);
      return result;
    } catch (error) {
      throw asFailure(error, { context, limit, url, timeout: given.timeout });
    }
  },
});

/** `http_request`: one request under the egress policy; an answer that is not 2xx fails, and is recorded all the same. */
export const httpRequest = { ...work, check };

/** Members of the definition format that this engine does not carry out; ignoring one could leak a secret or lose a file. */
const unavailable = ['files', 'save_response_as_file', 'download_filename', 'secret_response_paths'] as const;

function check(node: { readonly [member: string]: unknown }): readonly Problem[] {
  return unavailable
    .filter((name) => isGiven(node[name]))
    .map((name) => valueError([name], `\`${name}\` is not available in this version; leave it out`));
}

function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  const members = asRecord(value);
  return members ? Object.keys(members).length > 0 : Boolean(value);
}

function addressOf(text: string): string {
  const hasScheme = /^https?:\/\//i.test(text.trim());
  const parsed = hasScheme ? parseAddress(text) : null;
  if (parsed?.ok) return text.trim();
  const reason =
    text.trim() === '' ? 'it is empty' : (parsed?.reason ?? 'it does not begin with http:// or https://');
  throw new RunwrightError(
    'block_failed',
    `The \`url\` of an HTTP request was wanted with scheme and host, but ${reason}.`,
    {
      details: { output: { error: reason, error_type: 'unknown' } },
    },
  );
}

function headersOf(given: Readonly<Record<string, unknown>>, hasBody: boolean): Record<string, string> {
  const sent = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const hasType = Object.keys(sent).some((name) => name.toLowerCase() === 'content-type');
  return hasType || !hasBody ? sent : { ...sent, 'Content-Type': 'application/json' };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maximumBytes)
      throw new RunwrightError('block_failed', 'The answer is larger than 100 MiB; ask for less.');
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function contentOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function badStatus(response: Response, method: string, url: string, result: object): RunwrightError {
  const said = response.statusText === '' ? '' : ` ${response.statusText}`;
  return new RunwrightError(
    'block_failed',
    `HTTP ${response.status}${said}: ${method} \`${url}\` did not succeed.`,
    {
      retryable: response.status === 429 || response.status >= 500,
      details: { output: result },
    },
  );
}

interface Attempted {
  readonly context: BlockContext;
  readonly limit: AbortSignal;
  readonly url: string;
  readonly timeout: number;
}

function asFailure(error: unknown, { context, limit, url, timeout }: Attempted): unknown {
  if (context.signal.aborted) return context.signal.reason;
  if (limit.aborted) {
    const message = `\`${url}\` did not answer within ${timeout} seconds.`;
    return new RunwrightError('timed_out', message, {
      retryable: true,
      details: { output: { error: message, error_type: 'timeout' } },
    });
  }
  if (!RunwrightError.is(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return failedWith('block_failed', `The request to \`${url}\` failed: ${message}`, error, {});
  }
  return 'output' in error.details ? error : failedWith(error.code, error.message, error, error.details);
}

function failedWith(
  code: RunwrightError['code'],
  message: string,
  cause: unknown,
  details: RunwrightError['details'],
): RunwrightError {
  return new RunwrightError(code, message, {
    cause,
    retryable: RunwrightError.is(cause) && cause.retryable,
    details: { ...details, output: { error: message, error_type: 'unknown' } },
  });
}
