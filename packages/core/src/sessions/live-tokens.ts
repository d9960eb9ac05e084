import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LivePerson } from '../api/live-views-api.ts';
import { deriveKey } from '../crypto/cipher.ts';

/** Time for which a token is valid. */
const validityMs = 60_000;

/** Signed tokens with which one person watches one run or session, for a short time. */
export interface LiveTokens {
  /** @returns the token, and when it expires, epoch ms */
  create(id: string, person: LivePerson): { readonly token: string; readonly expiresAt: number };
  /** The person that a token was created for; null when it is expired, forged, or of another run or session. */
  verify(token: string, id: string): LivePerson | null;
}

/**
 * Creates the tokens of a purpose: organization, key and rights of the person, expiry (epoch ms) and an HMAC-SHA256 over them and the id, with a
 * key that is derived from the master key for the purpose.
 */
export function createLiveTokens(masterKey: Uint8Array, purpose: string, now: () => number): LiveTokens {
  const key = deriveKey(masterKey, purpose);
  const sign = (said: string, id: string): string =>
    createHmac('sha256', key).update(`${said}\n${id}`).digest('base64url');
  return {
    create(id, { organizationId, apiKeyId, mayControl }) {
      const expiresAt = now() + validityMs;
      const said = encode([organizationId, apiKeyId, mayControl, expiresAt]);
      return { token: `${said}.${sign(said, id)}`, expiresAt };
    },
    verify(token, id) {
      const [said = '', given = ''] = token.split('.');
      const expected = Buffer.from(sign(said, id));
      const found = Buffer.from(given);
      if (found.length !== expected.length || !timingSafeEqual(found, expected)) return null;
      return personOf(said, now());
    },
  };
}

function encode(said: readonly (string | number | boolean | null)[]): string {
  return Buffer.from(JSON.stringify(said)).toString('base64url');
}

/** Reads what was signed; null when it has expired. */
function personOf(said: string, now: number): LivePerson | null {
  const parts: unknown = JSON.parse(Buffer.from(said, 'base64url').toString());
  if (!Array.isArray(parts)) return null;
  const [organizationId, apiKeyId, mayControl, expiresAt]: readonly unknown[] = parts;
  if (typeof organizationId !== 'string' || typeof expiresAt !== 'number' || expiresAt <= now) return null;
  return {
    organizationId,
    apiKeyId: typeof apiKeyId === 'string' ? apiKeyId : null,
    mayControl: mayControl === true,
  };
}
