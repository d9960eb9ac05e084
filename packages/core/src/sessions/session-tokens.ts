import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../crypto/cipher.ts';

/** Time for which a token is valid. */
const validityMs = 60_000;

/** Signed tokens for one purpose and one session, for a short time. */
export interface SessionTokens {
  /** @returns the token, and when it expires, epoch ms */
  create(
    organizationId: string,
    browserSessionId: string,
  ): { readonly token: string; readonly expiresAt: number };
  /** The organization that a token was created for; null when it is expired, forged, or of another session. */
  verify(token: string, browserSessionId: string): string | null;
}

/**
 * Creates the tokens of a purpose: organization, expiry (epoch ms) and an HMAC-SHA256 over both and the id of the session, with a
 * key that is derived from the master key for the purpose.
 */
export function createSessionTokens(
  masterKey: Uint8Array,
  purpose: string,
  now: () => number,
): SessionTokens {
  const key = deriveKey(masterKey, purpose);
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
