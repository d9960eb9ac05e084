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
