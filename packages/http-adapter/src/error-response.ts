import { type ErrorCode, type Problem, RunwrightError } from '@runwright/contract';
import { defaultDetail } from './reject-request.ts';

/** One item of a 422 response. Array indexes in `loc` are strings, as the API specifies. */
export interface ValidationItem {
  loc: string[];
  msg: string;
  type: string;
}

/** Codes of errors that are in the request itself. */
export const validationCodes = ['invalid_input', 'egress_denied'] as const satisfies readonly ErrorCode[];
type ValidationCode = (typeof validationCodes)[number];

/** HTTP response of an error. */
export interface ErrorResponse {
  readonly status: number;
  readonly body:
    | { readonly detail: string }
    | { readonly detail: readonly ValidationItem[]; readonly code: ValidationCode };
  readonly headers?: Readonly<Record<string, string>>;
}

/** HTTP status by error code. Other codes but {@link validationCodes} are internal errors with status 500. */
const statusOf: Partial<Record<ErrorCode, number>> = {
  failed_precondition: 400,
  out_of_credits: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
};

/** Maximum number of items in one response, without the one that counts the others. */
const maxItems = 100;
const tooMany = 'too_many_problems';

/** Part of a request that has a problem. */
export type RequestPart = 'body' | 'query' | 'path' | 'header';

/** Problems of one part of a request, that the error handler turns into a 422. */
export class RequestProblems extends Error {
  readonly problems: readonly Problem[];
  readonly part: RequestPart;

  constructor(part: RequestPart, problems: readonly Problem[]) {
    super('The request is not valid.');
    this.part = part;
    this.problems = problems;
  }
}

/** Error of a temporarily rejected request: 429 when the caller exceeds a limit, 503 when all callers together do. */
export class BusyError extends Error {
  readonly status: 429 | 503;
  readonly retryAfterSeconds: number;

  constructor(status: 429 | 503, message: string, retryAfterSeconds: number) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Error of an uploaded file that has more bytes than its route takes: 413. */
export class FileTooLargeError extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`File is larger than ${maxBytes / 1024 ** 2} MiB`);
    this.maxBytes = maxBytes;
  }
}

/** Creates a 422 response with these problems, whose `loc` begins with `prefix`. */
export function validationResponse(
  prefix: readonly string[],
  problems: readonly Problem[],
  code: ValidationCode = 'invalid_input',
): ErrorResponse {
  return { status: 422, body: { detail: validationItems(prefix, problems), code } };
}

/**
 * The items of a response for these problems, whose `loc` begins with `prefix`: at most 100, and a last one that counts the
 * others (`too_many_problems`), as the engine counts them.
 */
export function validationItems(prefix: readonly string[], problems: readonly Problem[]): ValidationItem[] {
  return listed(problems).map((problem) => ({
    loc: [...prefix, ...problem.path.map(String)],
    msg: problem.message,
    type: problem.type,
  }));
}

function listed(problems: readonly Problem[]): readonly Problem[] {
  const isCounted = problems.at(-1)?.type === tooMany;
  const left = problems.length - maxItems - (isCounted ? 1 : 0);
  if (left <= 0) return problems;
  // What the engine has left out already comes on top of it.
  const message = `There are ${isCounted ? 'more than ' : ''}${left} more, which are not listed`;
  return [...problems.slice(0, maxItems), { path: [], message, type: tooMany }];
}

/**
 * Converts a thrown value to a response; null for an internal error, which is logged and gets 500.
 *
 * @param options `bodyLimit`: bytes that a body of the route may have; `readsOnly`: whether the request changes nothing
 */
export function errorResponseFor(
  error: unknown,
  { bodyLimit = 10 * 1024 * 1024, readsOnly = false } = {},
): ErrorResponse | null {
  if (error instanceof RequestProblems) return validationResponse([error.part], error.problems);
  if (error instanceof BusyError) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) };
    return { status: error.status, body: { detail: error.message }, headers };
  }
  if (error instanceof FileTooLargeError) return { status: 413, body: { detail: error.message } };
  if (!RunwrightError.is(error)) return frameworkResponse(error, bodyLimit);
  const code = validationCodes.find((one) => one === error.code);
  if (code) return validationResponse([readsOnly ? 'query' : 'body'], problemsOf(error), code);
  if (error.details.store_unavailable === true) return lostStoreResponse(readsOnly);
  const status = statusOf[error.code];
  if (status === undefined) return null;
  const retryAfter = error.details.retry_after_seconds;
  return {
    status,
    body: { detail: error.message },
    ...(typeof retryAfter === 'number'
      ? { headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) } }
      : {}),
  };
}

/** Creates the 503 of a service that cannot take a request now; nothing of the request was accepted. */
export function unavailableResponse(problem: string): ErrorResponse {
  return unavailable(`${problem}; nothing was accepted. Try again later.`);
}

/** The store may have executed a transaction whose answer was lost with the connection. */
function lostStoreResponse(readsOnly: boolean): ErrorResponse {
  if (readsOnly) return unavailable('The store cannot be reached. Try again later.');
  return unavailable(
    'The store cannot be reached, so the request may or may not have been accepted. Send it again with the same `Idempotency-Key`; if it had none, look first whether it was accepted.',
  );
}

function unavailable(detail: string): ErrorResponse {
  return { status: 503, body: { detail }, headers: { 'retry-after': '5' } };
}

function problemsOf(error: RunwrightError): readonly Problem[] {
  const problems = error.details.problems;
  if (Array.isArray(problems)) return problems;
  return [{ path: [], message: `Value error, ${error.message}`, type: 'value_error' }];
}

/** Converts errors of Fastify and its plugins; their messages are never sent. */
function frameworkResponse(error: unknown, bodyLimit: number): ErrorResponse | null {
  if (typeof error !== 'object' || error === null) return null;
  switch ('code' in error ? error.code : null) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { status: 415, body: { detail: 'Unsupported media type' } };
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return {
        status: 413,
        body: { detail: `Request body is larger than ${bodyLimit / 1024 ** 2} MiB` },
      };
  }
  const status = 'statusCode' in error ? error.statusCode : null;
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  return { status, body: { detail: defaultDetail(status) } };
}
