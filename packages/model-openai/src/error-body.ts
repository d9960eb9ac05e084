/**
 * Wraps `fetch` so that a JSON error body without the member `error`, as some servers send it, gets one: the library reads the
 * message of an error from there alone.
 */
export function withErrorMember(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (...request) => {
    const response = await fetch(...request);
    if (response.ok) return response;
    const text = await response.text();
    const { status, statusText, headers } = response;
    return new Response(withError(text), { status, statusText, headers: withoutLength(headers) });
  };
}

function withError(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || 'error' in body) return text;
    return JSON.stringify({ error: body });
  } catch {
    return text;
  }
}

/** The body is decoded, and has another length. */
function withoutLength(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.delete('content-length');
  copy.delete('content-encoding');
  return copy;
}

/** An error that an endpoint has sent with the status 200. */
export class ErrorInBody extends Error {
  /** The code that the error has; 502 when it is no status of an error. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(`${status} ${message}`);
    this.status = status;
  }
}

/** The error in a body that has no answer; null without one. */
export function errorInBody(body: unknown): ErrorInBody | null {
  const { error } = Object(body) as { readonly error?: unknown };
  if (error === undefined || error === null) return null;
  const { message, code } = Object(error) as { readonly message?: unknown; readonly code?: unknown };
  const status = Number(code);
  const text =
    typeof error === 'string' ? error : typeof message === 'string' ? message : 'an error without a message';
  return new ErrorInBody(status >= 400 && status < 600 ? status : 502, text);
}
