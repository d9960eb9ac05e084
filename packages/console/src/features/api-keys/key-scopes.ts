import type { ApiKey } from '@runwright/client';

/** What a key may do. */
export type KeyScope = ApiKey['scopes'][number];

/** Scopes that a key may have, with what they allow. */
export const keyScopes: readonly { readonly scope: KeyScope; readonly allows: string }[] = [
  { scope: 'read', allows: 'read runs, workflows and everything else' },
  { scope: 'run', allows: 'start, change and cancel' },
  { scope: 'admin', allows: 'manage API keys' },
];

/** State of a key. */
export type KeyState = 'active' | 'expired' | 'revoked';

/** Returns the state of a key at an instant. A revocation may lie ahead: the key works until then. */
export function keyStateOf(key: Pick<ApiKey, 'revoked_at' | 'expires_at'>, now: number): KeyState {
  if (key.revoked_at !== null && Date.parse(key.revoked_at) <= now) return 'revoked';
  if (key.expires_at !== null && Date.parse(key.expires_at) <= now) return 'expired';
  return 'active';
}
