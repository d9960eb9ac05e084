import type { SecretUse } from '../secret/secret-use.ts';

/** Puts values in place of placeholders. */
type Reveal = SecretUse['reveal'];

/** A request with values in place of placeholders, each written as its place needs it. */
export interface RevealedRequest {
  readonly url: string;
  readonly init: RequestInit;
}

/** Every text of a request in which a placeholder may stand. */
export function requestTexts(url: string | URL, { headers, body }: RequestInit): readonly string[] {
  const fields = body instanceof FormData || body instanceof URLSearchParams ? [...body.values()] : [body];
  return [
    String(url),
    ...new Headers(headers).values(),
    ...fields.filter((text) => typeof text === 'string'),
  ];
}

/**
 * Puts the values of secrets into a request, at the moment of use: percent-encoded in the address, escaped in a JSON
 * body, as they are in headers, form fields and other text bodies.
 */
export function revealedRequest(reveal: Reveal, url: string | URL, init: RequestInit): RevealedRequest {
  const headers = new Headers(init.headers);
  for (const [name, value] of [...headers]) headers.set(name, reveal(value));
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
  return {
    url: reveal(String(url), 'url'),
    init: {
      ...init,
      headers,
      ...(init.body === undefined ? {} : { body: revealedBody(reveal, init.body, isJson) }),
    },
  };
}

function revealedBody(reveal: Reveal, body: NonNullable<RequestInit['body']> | null, isJson: boolean) {
  if (typeof body === 'string') return reveal(body, isJson ? 'json' : 'text');
  if (!(body instanceof FormData || body instanceof URLSearchParams)) return body;
  const copy = body instanceof FormData ? new FormData() : new URLSearchParams();
  for (const [name, value] of body) {
    // The types of both forms' `append` have nothing in common but this.
    copy.append(name, (typeof value === 'string' ? reveal(value) : value) as string);
  }
  return copy;
}
