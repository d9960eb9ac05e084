/** Options of `verifyWebhook`. */
export interface VerifyOptions {
  /** Largest difference in seconds between `x-service-timestamp` and now; default 300. The timestamp is not signed. */
  readonly tolerance?: number;
  /** Returns epoch ms; default `Date.now`. */
  readonly now?: () => number;
}

/** Error of a webhook that must not be trusted. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** Headers of a request: those of Node, of Fetch, or a plain object with names in lower case. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns the parsed payload of a webhook after its signature and its age have been checked. Throws `WebhookError`.
 *
 * @param body the bytes as received; parsed and written again, they may differ
 * @param secret the API key that started the run, or the `signingKey` of an organization without API keys
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { tolerance = 300, now = Date.now }: VerifyOptions = {},
): Promise<Record<string, unknown>> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signature = headerOf(headers, 'x-service-signature');
  if (signature === null || !/^[0-9a-f]{64}$/.test(signature)) {
    throw new WebhookError(
      'Cannot verify the webhook: `x-service-signature` is not an HMAC-SHA256 in hexadecimal. Pass the headers of the request.',
    );
  }
  const timestamp = headerOf(headers, 'x-service-timestamp');
  if (timestamp === null || !/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookError(
      'Cannot verify the webhook: `x-service-timestamp` is not a number of seconds. Pass the headers of the request.',
    );
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
    'verify',
  ]);
  const digest = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  // Web Crypto compares in constant time.
  if (!(await crypto.subtle.verify('HMAC', key, digest, bytes))) {
    throw new WebhookError(
      'The signature of the webhook does not fit its body. Pass the bytes as received and the key that signs: the API key that started the run, or the `signingKey` of its organization.',
    );
  }
  if (Math.abs(now() / 1000 - Number(timestamp)) > tolerance) {
    throw new WebhookError(
      `The webhook was sent more than ${tolerance} seconds from now. Check the clock, or raise \`tolerance\`.`,
    );
  }
  return JSON.parse(new TextDecoder().decode(bytes));
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name);
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === 'string' ? value : null;
}
