import { isStreamedForm, type RequestBody, type RequestOptions } from '@runwright/contract';
import type { FetchInit } from '../network/pinned-fetch.ts';
import type { RevealForm } from './run-secrets.ts';

/** Puts values in place of placeholders, for the destination of the request. */
type Reveal = (text: string, form?: RevealForm) => string;

/** A request with values in place of placeholders, each written as its place needs it. */
export interface RevealedRequest {
  readonly url: string;
  readonly init: FetchInit;
}

/** Every text of a request in which a placeholder may stand. */
export function requestTexts(url: string | URL, { headers, body }: RequestOptions): readonly string[] {
  return [String(url), ...new Headers(headers).values(), ...bodyTexts(body)];
}

function bodyTexts(body: RequestOptions['body']): readonly string[] {
  if (isStreamedForm(body)) return body.fields.flat();
  const isForm = body instanceof FormData || body instanceof URLSearchParams;
  const fields = isForm ? [...body].flat() : [body];
  return fields.filter((text) => typeof text === 'string');
}

/**
 * Puts the values of secrets into a request, at the moment of use: percent-encoded in the address, escaped in a JSON
 * body, as they are in headers, form fields and other text bodies. What holds a secret is named in `secrets`, also where
 * the secret stood as it is; `isSecret` tells that of a text.
 */
export function revealedRequest(
  reveal: Reveal,
  url: string | URL,
  init: RequestOptions,
  isSecret: (text: string) => boolean = () => false,
): RevealedRequest {
  const headers = new Headers(init.headers);
  const before = new Headers(headers);
  for (const [name, value] of [...headers]) headers.set(name, reveal(value));
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
  const body = init.body === undefined ? undefined : revealedBody(reveal, init.body, isJson);
  const written = bodyTexts(init.body);
  const secrets = {
    headers: [...headers].flatMap(([name, value]) =>
      value !== before.get(name) || isSecret(value) ? [name] : [],
    ),
    body: bodyTexts(body).some((text, index) => text !== written[index] || isSecret(text)),
    isIn: isSecret,
  };
  return {
    url: reveal(String(url), 'url'),
    init: { ...init, headers, secrets, ...(body === undefined ? {} : { body }) },
  };
}

function revealedBody(reveal: Reveal, body: RequestBody | null, isJson: boolean): RequestBody | null {
  if (typeof body === 'string') return reveal(body, isJson ? 'json' : 'text');
  if (isStreamedForm(body)) {
    return { ...body, fields: body.fields.map(([name, value]) => [name, reveal(value)]) };
  }
  if (!(body instanceof FormData || body instanceof URLSearchParams)) return body;
  const copy = body instanceof FormData ? new FormData() : new URLSearchParams();
  for (const [name, value] of body) {
    // The types of both forms' `append` have nothing in common but this.
    copy.append(name, (typeof value === 'string' ? reveal(value) : value) as string);
  }
  return copy;
}
