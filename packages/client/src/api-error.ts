/** One problem of a request that did not validate, at its place in the request. */
export interface ApiErrorItem {
  /** Begins with `body`, `query`, `path` or `header`; indexes of arrays are strings. */
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type: string;
}

/** Why a call failed: the service's status in words, or `network` if no response arrived. */
export type ApiErrorCode =
  | 'bad_request'
  | 'out_of_credits'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media_type'
  | 'invalid_input'
  | 'rate_limited'
  | 'unavailable'
  | 'internal'
  | 'network'
  | 'unexpected';

/** Members of an `ApiError`. */
export interface ApiErrorDetails {
  /** HTTP status; 0 if no response arrived. */
  readonly status: number;
  readonly code: ApiErrorCode;
  /** Problems of a request that did not validate; else empty. */
  readonly items: readonly ApiErrorItem[];
  /** Header `x-request-id` of the response, by which the service's log names the request. */
  readonly requestId: string | null;
  /** What failed, such as `POST /v1/run/tasks failed with 422`. */
  readonly problem: string;
  /** Why, in the words of the service. */
  readonly reason: string;
  /** What to do. */
  readonly remedy: string;
}

/** Error of a call of the service. `message` joins problem, reason and remedy. */
export class ApiError extends Error implements ApiErrorDetails {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly items: readonly ApiErrorItem[];
  readonly requestId: string | null;
  readonly problem: string;
  readonly reason: string;
  readonly remedy: string;

  constructor(details: ApiErrorDetails, options?: ErrorOptions) {
    super(`${details.problem}: ${endOf(details.reason)} ${details.remedy}`, options);
    this.status = details.status;
    this.code = details.code;
    this.items = details.items;
    this.requestId = details.requestId;
    this.problem = details.problem;
    this.reason = details.reason;
    this.remedy = details.remedy;
  }
}

const codes: Readonly<Record<number, ApiErrorCode>> = {
  400: 'bad_request',
  402: 'out_of_credits',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid_input',
  429: 'rate_limited',
  500: 'internal',
  503: 'unavailable',
};

const remedies: Readonly<Record<ApiErrorCode, string>> = {
  bad_request: 'Change the request as the reason says.',
  out_of_credits: 'Add credits, or wait for the next period.',
  forbidden: 'Pass a key of the organization that has the scope of the call.',
  not_found: 'Check the id and the organization of the key.',
  conflict: 'Read the resource again, then decide whether to repeat the call.',
  too_large: 'Send less.',
  unsupported_media_type: 'Send the media type that the route accepts.',
  invalid_input: 'Correct the members that `items` names.',
  rate_limited: 'Call again after the time in `Retry-After`.',
  unavailable: 'Call again after the time in `Retry-After`.',
  internal: 'Look up `requestId` in the log of the service.',
  network: 'Check the address and that the service runs.',
  unexpected: 'Check that the address is that of the service.',
};

/** Reads the error that a response with a status of 400 or more tells. */
export async function errorOfResponse(request: Request, response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const detail = detailOf(text);
  const items = Array.isArray(detail) ? detail.filter(isItem) : [];
  const code = codes[response.status] ?? (response.status > 500 ? 'internal' : 'unexpected');
  return new ApiError({
    status: response.status,
    code,
    items,
    requestId: response.headers.get('x-request-id'),
    problem: `${callOf(request)} failed with ${response.status}`,
    reason: reasonOf(detail, items) ?? (response.statusText || 'The response has no reason'),
    remedy: remedies[code],
  });
}

/** Creates the error of a request that got no response. */
export function errorOfNetwork(request: Request, cause: unknown): ApiError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return new ApiError(
    {
      status: 0,
      code: 'network',
      items: [],
      requestId: null,
      problem: `${callOf(request)} got no response`,
      reason: inner instanceof Error && inner.message !== '' ? inner.message : 'The connection failed',
      remedy: remedies.network,
    },
    { cause },
  );
}

/** The query is left out: it may hold the signature of a link. */
function callOf(request: Request): string {
  return `${request.method} ${new URL(request.url).pathname}`;
}

function detailOf(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
  } catch {
    return undefined;
  }
}

function isItem(value: unknown): value is ApiErrorItem {
  return typeof value === 'object' && value !== null && 'loc' in value && 'msg' in value && 'type' in value;
}

function reasonOf(detail: unknown, items: readonly ApiErrorItem[]): string | null {
  if (typeof detail === 'string' && detail !== '') return detail;
  if (items.length === 0) return null;
  return items.map(({ loc, msg }) => `\`${loc.join('.')}\`: ${msg}`).join('; ');
}

function endOf(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
