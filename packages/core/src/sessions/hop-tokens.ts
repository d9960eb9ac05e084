import { createSessionTokens } from './session-tokens.ts';

/** Signed tokens with which a process of the service asks another one for the debug address of a session that it holds. */
export interface HopTokens {
  /** Returns a token for one session, valid for 60 s. */
  create(organizationId: string, browserSessionId: string): string;
  /** The organization that a token was created for; null when it is expired, forged, or for another session. */
  verify(token: string, browserSessionId: string): string | null;
}

/** Creates the tokens of a service; each process of it derives the same keys from the master key. */
export function createHopTokens(masterKey: Uint8Array, now: () => number): HopTokens {
  const tokens = createSessionTokens(masterKey, 'runwright hop to a debug address', now);
  return {
    create: (organizationId, browserSessionId) => tokens.create(organizationId, browserSessionId).token,
    verify: tokens.verify,
  };
}

/** Returns the token of an authorization header; empty when there is none. */
export function bearerToken(header: string | undefined): string {
  return /^bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '';
}
