import { createHmac } from 'node:crypto';

/** The lower-case hexadecimal HMAC-SHA256 (RFC 2104) of the bytes under the text of the API key. */
export function signBody(body: Uint8Array, apiKey: string): string {
  return createHmac('sha256', Buffer.from(apiKey, 'utf8')).update(body).digest('hex');
}
