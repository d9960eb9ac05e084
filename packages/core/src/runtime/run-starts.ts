import { type Clock, RunwrightError, type Store } from '@runwright/contract';

/** At most `max` run starts in a window, which ends now. */
export interface RunStartLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

/** Limits how many runs an organization starts in a time, whatever starts them. */
export interface RunStarts {
  /** Creates a run when its organization may start one more. Throws `rate_limited` when it may not. */
  admit<T>(organizationId: string, create: () => Promise<T>): Promise<T>;
}

/**
 * Creates the limit; null: any number. The runs in the store are counted, so it holds for all processes, also after a restart. Starts of
 * several processes at the same moment may pass it together.
 */
export function createRunStarts(
  { store, clock }: { readonly store: Pick<Store, 'runs'>; readonly clock: Pick<Clock, 'now'> },
  limit: RunStartLimit | null,
): RunStarts {
  if (limit === null) return { admit: (_organizationId, create) => create() };
  const { max, windowSeconds } = limit;
  const windowMs = windowSeconds * 1000;
  const latest = new Map<string, Promise<unknown>>();
  const fullUntil = new Map<string, number>();

  return {
    async admit(organizationId, create) {
      // One after the other, so that starts at the same moment count each other.
      const before = latest.get(organizationId);
      const own = (async () => {
        await before?.catch(() => undefined);
        await check(organizationId);
        return create();
      })();
      latest.set(organizationId, own);
      try {
        return await own;
      } finally {
        if (latest.get(organizationId) === own) latest.delete(organizationId);
      }
    },
  };

  async function check(organizationId: string): Promise<void> {
    const now = clock.now();
    const freeAt = await findFreeAt(organizationId, now);
    if (freeAt <= now) return void fullUntil.delete(organizationId);
    // Until then, starts are refused without a look at the store.
    fullUntil.set(organizationId, freeAt);
    throw new RunwrightError(
      'rate_limited',
      `Rate limit exceeded: at most ${max} run starts per ${windowSeconds} seconds`,
      {
        retryable: true,
        details: { failure_category: 'limit', retry_after_seconds: (freeAt - now) / 1000 },
      },
    );
  }

  /** Returns from when on (epoch ms) one more run may be started. */
  async function findFreeAt(organizationId: string, now: number): Promise<number> {
    const known = fullUntil.get(organizationId) ?? now;
    if (known > now) return known;
    const window = { organizationId, createdAfter: now - windowMs + 1 };
    const { items } = await store.runs.list({ ...window, page: max, pageSize: 1 });
    const [oldest] = items;
    return oldest === undefined ? now : oldest.createdAt + windowMs;
  }
}
