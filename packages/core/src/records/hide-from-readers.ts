/** Members that hold an address that a user has given, in which a token may stand. */
const addressMembers: ReadonlySet<string> = new Set([
  'webhook_url',
  'webhook_callback_url',
  'totp_url',
  'totp_verification_url',
  'browser_address',
]);

/**
 * Returns a copy of a record for callers without the scope `run`: without `extra_http_headers`, and with the path and query
 * of the addresses that the service calls masked, and without the answers to webhooks, which may repeat them. Outputs of runs stay as they
 * are.
 */
export function hideFromReaders<T>(record: T): T {
  return hide(record) as T;
}

function hide(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hide);
  if (typeof value !== 'object' || value === null) return value;
  const isSentRequest = 'body_bytes' in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      if (name === 'extra_http_headers') return [name, emptyHeaders(member)];
      if (addressMembers.has(name) && typeof member === 'string') return [name, maskAddress(member)];
      if (name === 'response_excerpt' && typeof member === 'string') return [name, '*****'];
      if (isSentRequest && name === 'body' && typeof member === 'string') return [name, maskBody(member)];
      return [name, name === 'output' ? member : hide(member)];
    }),
  );
}

/** Schemas say where it may be null: in requests, and not in workflows. */
function emptyHeaders(headers: unknown): unknown {
  return headers === null ? null : {};
}

/** Returns an address with a mask in place of path and query, in either of which a token may stand. */
function maskAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return '*****';
  return url.pathname === '/' && url.search === '' ? url.origin : `${url.origin}/*****`;
}

/** Masks the address in the body of a webhook, which is JSON text that may be cut off. */
function maskBody(body: string): string {
  return body.replace(
    /("webhook_callback_url":")((?:[^"\\]|\\.)*)/g,
    (_found, name: string, address: string) => name + maskAddress(address),
  );
}
