import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../crypto/cipher.ts';

/** Time for which a token opens a live view. */
const validityMs = 60_000;

/** Signed tokens that open the live view of one session for a short time, for browsers, which send no header with a WebSocket. */
export interface LiveTokens {
  /** @returns the token, and when it expires, epoch ms */
  create(
    organizationId: string,
    browserSessionId: string,
  ): { readonly token: string; readonly expiresAt: number };
  /** The organization that a token was created for; null when it is expired, forged, or of another session. */
  verify(token: string, browserSessionId: string): string | null;
}

/** Creates the tokens of an engine: organization, expiry (epoch ms) and an HMAC-SHA256 over both and the id of the session. */
export function createLiveTokens(masterKey: Uint8Array, now: () => number): LiveTokens {
  const key = deriveKey(masterKey, 'runwright live view');
  const sign = (...parts: readonly string[]): string =>
    createHmac('sha256', key).update(parts.join('\n')).digest('base64url');
  return {
    create(organizationId, browserSessionId) {
      const expiresAt = now() + validityMs;
      const signature = sign(organizationId, String(expiresAt), browserSessionId);
      return { token: `${organizationId}.${expiresAt}.${signature}`, expiresAt };
    },
    verify(token, browserSessionId) {
      const [organizationId = '', expiry = '', given = ''] = token.split('.');
      const expected = Buffer.from(sign(organizationId, expiry, browserSessionId));
      const found = Buffer.from(given);
      if (found.length !== expected.length || !timingSafeEqual(found, expected)) return null;
      return Number(expiry) > now() ? organizationId : null;
    },
  };
}
