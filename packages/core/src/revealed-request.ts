import type { SecretVault } from './vault.ts';

/** A request with values in place of placeholders, each written as its place needs it. */
export interface RevealedRequest {
  readonly url: string;
  readonly init: RequestInit;
}

/**
 * Puts the values of secrets into a request, at the moment of use: percent-encoded in the address, escaped in a JSON
 * body, as they are in headers and other text bodies.
 */
export function revealedRequest(vault: SecretVault, url: string | URL, init: RequestInit): RevealedRequest {
  const headers = new Headers(init.headers);
  for (const [name, value] of [...headers]) headers.set(name, vault.reveal(value));
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
  return {
    url: vault.reveal(String(url), 'url'),
    init: {
      ...init,
      headers,
      ...(typeof init.body === 'string' ? { body: vault.reveal(init.body, isJson ? 'json' : 'text') } : {}),
    },
  };
}
