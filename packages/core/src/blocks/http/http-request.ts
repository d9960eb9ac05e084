import {
  type BlockContext,
  defaults,
  defineBlock,
  type Problem,
  RunFile,
  Type,
  template,
} from '@runwright/contract';
import { valueError } from '@runwright/definition';
import { addressOf, requestError, statusError } from './http-failure.ts';
import { requestBody, requestHeaders } from './request-body.ts';
import { readContent, saveContent } from './response-content.ts';
import { registerSecretPaths, withoutBody } from './response-secrets.ts';

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const headers = Type.Record(Type.String(), Type.Unknown());

const config = Type.Object(
  {
    method: Type.String({ default: 'GET', pattern: '^[A-Za-z]+$', ...template('none') }),
    url: Type.String({ description: 'With scheme and host.' }),
    headers: Type.Optional(nullable(Type.Record(Type.String(), Type.Unknown(), template('native')))),
    body: Type.Optional(
      Type.Unknown({
        description:
          'Sent as JSON; text is sent as it is; with `files`, or with the content type `application/x-www-form-urlencoded`, the fields of the form.',
        ...template('native'),
      }),
    ),
    files: Type.Optional(
      nullable(
        Type.Record(Type.String(), Type.Unknown(), {
          description:
            'Sent as a form: each field, and the file in it as a URL, an artifact URI or a file of this run.',
          ...template('native'),
        }),
      ),
    ),
    timeout: Type.Number({
      default: defaults.httpRequestSeconds,
      exclusiveMinimum: 0,
      maximum: 28_800,
      description: 'Seconds.',
    }),
    follow_redirects: Type.Boolean({ default: true }),
    save_response_as_file: Type.Boolean({
      default: false,
      description:
        'Saves the response as a file of the run, at most 500 MB; otherwise it may have at most 10 MiB.',
    }),
    download_filename: Type.Optional(
      nullable(Type.String({ description: 'Name of that file. Default: the name from the server.' })),
    ),
    secret_response_paths: Type.Array(Type.String({ minLength: 1 }), {
      default: [],
      description:
        'Paths in the JSON response, such as `data.tokens.0.value`, whose values become secrets of the run.',
      ...template('none'),
    }),
    parameter_keys: Type.Array(Type.String(), { default: [], ...template('none') }),
  },
  { description: 'Makes one HTTP request without a browser.' },
);

const output = Type.Object({
  status_code: Type.Integer(),
  response_headers: headers,
  response_body: Type.Unknown({
    description: 'Parsed JSON, else text; of a saved answer `{file_path, file_name, file_size}`.',
  }),
  request_method: Type.String(),
  request_url: Type.String(),
  request_headers: headers,
  request_body: Type.Unknown(),
  headers,
  body: Type.Unknown(),
  url: Type.String(),
  file_path: Type.Optional(Type.String()),
  file_name: Type.Optional(Type.String()),
  file_size: Type.Optional(Type.Integer({ description: 'Bytes.' })),
  downloaded_files: Type.Optional(Type.Array(RunFile)),
});

const work = defineBlock({
  type: 'http_request',
  usesBrowser: false,
  config,
  output,
  async run(given, context) {
    const url = addressOf(given.url);
    const limit = AbortSignal.timeout(given.timeout * 1000);
    try {
      return await request(given, url, { ...context, signal: AbortSignal.any([context.signal, limit]) });
    } catch (error) {
      throw requestError(error, { context, limit, url, timeout: given.timeout });
    }
  },
});

async function request(
  given: Type.Static<typeof config>,
  url: string,
  context: BlockContext,
): Promise<Type.Static<typeof output>> {
  const method = given.method.toUpperCase();
  const files = Object.entries(given.files ?? {});
  const sent = requestHeaders(given.headers ?? {}, files.length > 0);
  const body = await requestBody(given.body ?? null, { headers: sent, files }, context);
  const response = await context.fetch(url, {
    method,
    headers: sent,
    redirect: given.follow_redirects ? 'follow' : 'manual',
    signal: context.signal,
    ...(body === null ? {} : { body }),
  });
  const received = readHeaders(response.headers);
  const isSaved = given.save_response_as_file && response.ok;
  const saved = isSaved ? await saveContent(response, url, given.download_filename ?? '', context) : null;
  const content = saved ? saved.body : await readContent(response, context);
  const result = {
    status_code: response.status,
    response_headers: received,
    response_body: content,
    request_method: method,
    request_url: url,
    request_headers: sent,
    request_body: given.body ?? null,
    headers: received,
    body: content,
    url: response.url || url,
    ...(saved ? { ...saved.body, downloaded_files: [saved.file] } : {}),
  };
  const { content: shown, unresolved } = await registerSecretPaths(
    content,
    given.secret_response_paths,
    context,
  );
  const safe = { ...result, response_body: shown, body: shown };
  if (!response.ok) throw statusError(response, method, url, safe);
  if (unresolved.length > 0) throw withoutBody(unresolved, safe, context.label);
  return safe;
}

/** Headers by name; `set-cookie` is a list when there are several, because a comma may stand in each of them. */
function readHeaders(headers: Headers): Readonly<Record<string, unknown>> {
  const cookies = headers.getSetCookie();
  return { ...Object.fromEntries(headers), ...(cookies.length > 1 ? { 'set-cookie': cookies } : {}) };
}

/** `http_request`: one request under the egress policy; an answer that is not 2xx fails, and is recorded all the same. */
export const httpRequest = { ...work, check };

/** Each path copies the answer. */
const maxSecretPaths = 100;

function check(node: { readonly [member: string]: unknown }): readonly Problem[] {
  const paths: readonly unknown[] = Array.isArray(node.secret_response_paths)
    ? node.secret_response_paths
    : [];
  if (paths.length > maxSecretPaths) {
    const reason = `\`secret_response_paths\` has ${paths.length} paths, at most ${maxSecretPaths}; name an object or a list, all of whose values become secrets`;
    return [valueError(['secret_response_paths'], reason)];
  }
  if (paths.length === 0 || node.save_response_as_file !== true) return [];
  return [
    valueError(
      ['secret_response_paths'],
      '`secret_response_paths` and `save_response_as_file` exclude each other, since a file is kept as it is; leave one of them out',
    ),
  ];
}
