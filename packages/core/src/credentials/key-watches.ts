import type { ApiKey, ApiKeyScope, Clock, Store } from '@runwright/contract';
import type { KeyWatch } from '../api/api-keys-api.ts';

/** Time in ms between two looks at a key that somebody follows: other processes revoke keys, too, and keys expire. */
const pollMs = 750;
/** Time in ms without an answer of the store, after which nobody may rely on a key any more. */
const blindMs = 10_000;

/** The keys that open connections rely on. Each key is read once for all of them. */
export interface KeyWatches {
  watch(key: Pick<ApiKey, 'organizationId' | 'apiKeyId'>, scopes: readonly ApiKeyScope[]): KeyWatch;
  /** Looks at a key as this process has just stored it. */
  changed(key: ApiKey): void;
}

interface Follower {
  readonly scopes: readonly ApiKeyScope[];
  readonly ended: AbortController;
}

interface Followed {
  readonly followers: Set<Follower>;
  readonly stop: AbortController;
}

/** Returns whether a key opens what needs these scopes, at an instant. */
export function allows(
  key: Pick<ApiKey, 'revokedAt' | 'expiresAt' | 'scopes'>,
  scopes: readonly ApiKeyScope[],
  now: number,
): boolean {
  return isActive(key, now) && scopes.every((scope) => key.scopes.includes(scope));
}

/** Returns whether a key opens anything at an instant. */
export function isActive(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
}

/** Creates the watches of one process. */
export function createKeyWatches({
  store,
  now,
  sleep,
}: {
  readonly store: Pick<Store, 'apiKeys'>;
  readonly now: () => number;
  readonly sleep: Clock['sleep'];
}): KeyWatches {
  const followed = new Map<string, Followed>();

  return {
    watch({ organizationId, apiKeyId }, scopes) {
      const follower: Follower = { scopes, ended: new AbortController() };
      const known = followed.get(apiKeyId);
      if (known) known.followers.add(follower);
      else begin(organizationId, apiKeyId, follower);
      return { ended: follower.ended.signal, stop: () => forget(apiKeyId, follower) };
    },
    changed: look,
  };

  function begin(organizationId: string, apiKeyId: string, first: Follower): void {
    const own: Followed = { followers: new Set([first]), stop: new AbortController() };
    followed.set(apiKeyId, own);
    void poll(organizationId, apiKeyId, own);
  }

  async function poll(organizationId: string, apiKeyId: string, own: Followed): Promise<void> {
    const { signal } = own.stop;
    let seenAt = now();
    while (!signal.aborted) {
      await sleep(pollMs, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        const key = await withinLimit(store.apiKeys.get(organizationId, apiKeyId), seenAt, signal);
        seenAt = now();
        // Keys are never deleted: one that the store does not know is of the host's own authentication.
        if (key !== null) look(key);
      } catch {
        // The store driver has reported it.
        if (now() - seenAt >= blindMs) for (const follower of [...own.followers]) end(apiKeyId, follower);
      }
    }
  }

  /** A store can be silent for minutes, for example when its network is cut. */
  async function withinLimit<T>(answer: Promise<T>, seenAt: number, signal: AbortSignal): Promise<T> {
    const answered = new AbortController();
    const limit = sleep(Math.max(0, blindMs - (now() - seenAt)), {
      signal: AbortSignal.any([signal, answered.signal]),
    }).then((): never => {
      throw new Error('the store is silent');
    });
    return Promise.race([answer, limit]).finally(() => answered.abort());
  }

  function look(key: ApiKey): void {
    for (const follower of [...(followed.get(key.apiKeyId)?.followers ?? [])])
      if (!allows(key, follower.scopes, now())) end(key.apiKeyId, follower);
  }

  function end(apiKeyId: string, follower: Follower): void {
    forget(apiKeyId, follower);
    follower.ended.abort();
  }

  function forget(apiKeyId: string, follower: Follower): void {
    const own = followed.get(apiKeyId);
    if (!own?.followers.delete(follower) || own.followers.size > 0) return;
    followed.delete(apiKeyId);
    own.stop.abort();
  }
}
