import { randomUUID } from 'node:crypto';
import { defaults, type IdempotencyKey, type IdempotentAnswer } from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import type { IdempotencyReservation } from '../api/idempotency-api.ts';
import type { EngineDeps } from '../engine-deps.ts';

type Deps = Pick<EngineDeps, 'store' | 'clock' | 'settings'>;

const keptMs = defaults.idempotencyHours * 60 * 60 * 1000;

/** The idempotency calls of an engine. */
export function createIdempotency(deps: Deps): Engine['idempotency'] {
  const { store, clock, settings } = deps;
  return {
    async begin(request) {
      const now = clock.now();
      const key: IdempotencyKey = {
        ...request,
        owner: randomUUID(),
        answer: null,
        leaseUntil: now + settings.leaseMs,
        expiresAt: now + keptMs,
      };
      const found = await store.idempotencyKeys.reserve(key, { now });
      if (found === null) return { type: 'reserved', reservation: holdKey(deps, key) };
      const { requestHash, answer } = found;
      return answer === null
        ? { type: 'in_progress', requestHash }
        : { type: 'answered', requestHash, answer };
    },
  };
}

/** Keeps the lease of a key alive until its request ends; when the process dies, others may use the key a lease later. */
function holdKey({ store, clock, settings }: Deps, key: IdempotencyKey): IdempotencyReservation {
  const keys = store.idempotencyKeys;
  const ended = new AbortController();
  void renewOn();

  return {
    get isOpen() {
      return !ended.signal.aborted;
    },
    async complete(answer, requestHash) {
      if (ended.signal.aborted) return;
      await keys.complete(finalKey(answer, requestHash));
      ended.abort();
    },
    async completeWith(answer, write) {
      const written = await write(finalKey(answer));
      ended.abort();
      return written;
    },
    async release() {
      if (ended.signal.aborted) return;
      ended.abort();
      await keys.release(key);
    },
  };

  function finalKey(answer: IdempotentAnswer, requestHash = key.requestHash): IdempotencyKey {
    return { ...key, requestHash, answer, leaseUntil: null, expiresAt: clock.now() + keptMs };
  }

  async function renewOn(): Promise<void> {
    const { signal } = ended;
    while (clock.now() < key.expiresAt) {
      await clock.sleep(settings.leaseMs / 3, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const leaseUntil = clock.now() + settings.leaseMs;
      // A store that does not answer now is asked again; a key that another request has stays with it.
      if (!(await keys.renew(key, { leaseUntil }).catch(() => true))) return;
    }
  }
}
