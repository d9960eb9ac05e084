import type { BrowserDriver } from '@runwright/contract';
import type { PlaceShares, ReadPlaceShares } from './place-shares.ts';

/** Gives a place back; repeated calls do nothing. */
export type LeavePlace = () => void;

/** A run that waits for another one, directly or not. */
export interface WaitingAncestor {
  readonly runId: string;
  /** It may hold a browser that has no place of its own here: in another process, or that of its session. */
  readonly holdsElsewhere: boolean;
}

/** Who opens a browser. */
export interface PlaceUser {
  readonly organizationId: string;
  /** Null: a session, which holds its browser also while no run uses it. */
  readonly runId: string | null;
  /**
   * The runs that wait for this one, the nearest first. When no place is free, it opens its browser beside that of the nearest one which
   * holds one: else both would wait for ever. At most one browser is opened beside each.
   */
  readonly ancestors: readonly WaitingAncestor[];
}

/** Why no place is free: all of them, those of the organization, or those for sessions are held. */
export type PlaceRefusal = 'full' | 'organization' | 'sessions';

/** The browsers that a process can hold at once, of runs and sessions together. */
export interface BrowserPlaces {
  /** Null: any number. */
  readonly limit: number | null;
  readonly held: number;
  /** Returns why a user would get no place now; null when it would. */
  findRefusal(user: PlaceUser): Promise<PlaceRefusal | null>;
  /** Takes a place; null when none is free for this user. */
  tryTake(user: PlaceUser): Promise<LeavePlace | null>;
  /** Takes a place as soon as one is free for this user: first come, first served. Throws the reason of the signal. */
  take(user: PlaceUser, signal: AbortSignal): Promise<LeavePlace>;
}

interface Holder extends PlaceUser {
  /** The run beside whose browser it has opened its own; null when it has a place of its own. */
  readonly besideRunId: string | null;
}

/** Creates places of which all are free. */
export function createBrowserPlaces(limit: number | null, readShares: ReadPlaceShares): BrowserPlaces {
  const places = limit ?? Number.POSITIVE_INFINITY;
  const held = new Set<Holder>();
  const waiting = new Set<() => boolean>();
  /** As they were read last: they change when a second organization is created. */
  let shares: PlaceShares | null = null;
  const updateShares = async (): Promise<PlaceShares> => {
    shares = await readShares(places);
    return shares;
  };

  function refuse({ organizationId, runId }: PlaceUser, shares: PlaceShares): PlaceRefusal | null {
    if (held.size >= places) return 'full';
    const own = [...held].filter((holder) => holder.organizationId === organizationId);
    if (own.length >= shares.organization) return 'organization';
    if (runId !== null) return null;
    if (countSessions(own) >= shares.organizationSessions) return 'organization';
    return countSessions([...held]) >= shares.sessions ? 'sessions' : null;
  }

  function findAncestorWithBrowser({ ancestors }: PlaceUser): string | null {
    const all = [...held];
    const nearest = ancestors.find(
      ({ runId, holdsElsewhere }) => holdsElsewhere || all.some((holder) => holder.runId === runId),
    );
    if (nearest === undefined || all.some((holder) => holder.besideRunId === nearest.runId)) return null;
    return nearest.runId;
  }

  function enter(user: PlaceUser, shares: PlaceShares): LeavePlace | null {
    const isRefused = refuse(user, shares) !== null;
    const besideRunId = isRefused ? findAncestorWithBrowser(user) : null;
    if (isRefused && besideRunId === null) return null;
    const holder = { ...user, besideRunId };
    held.add(holder);
    return () => {
      if (held.delete(holder)) admitWaiting();
    };
  }

  /** Begins again after each one that has entered: one that waits before it may open its browser beside it. */
  function admitWaiting(): void {
    if ([...waiting].some((enterNow) => enterNow())) admitWaiting();
  }

  return {
    limit,
    get held() {
      return held.size;
    },
    async findRefusal(user) {
      const refusal = refuse(user, await updateShares());
      return refusal !== null && findAncestorWithBrowser(user) !== null ? null : refusal;
    },
    async tryTake(user) {
      const place = enter(user, await updateShares());
      if (place) admitWaiting();
      return place;
    },
    async take(user, signal) {
      const known = await updateShares();
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<LeavePlace>();
      const enterNow = (): boolean => {
        const place = enter(user, shares ?? known);
        if (!place) return false;
        waiting.delete(enterNow);
        resolve(place);
        return true;
      };
      const abort = (): void => {
        // At once, so that a place that becomes free in the same turn is not given to it.
        waiting.delete(enterNow);
        reject(signal.reason);
      };
      waiting.add(enterNow);
      admitWaiting();
      signal.addEventListener('abort', abort, { once: true });
      return promise.finally(() => signal.removeEventListener('abort', abort));
    },
  };
}

function countSessions(holders: readonly Holder[]): number {
  return holders.filter(({ runId }) => runId === null).length;
}

/**
 * Returns a driver whose browsers each have a place until they are gone. `take` is called before one is opened, with the
 * signal of the call.
 */
export function openInPlace(
  driver: BrowserDriver,
  take: (signal: AbortSignal) => Promise<LeavePlace>,
): BrowserDriver {
  return {
    ...driver,
    async open(options) {
      const leave = await take(options.signal);
      try {
        const session = await driver.open(options);
        if (session.gone.aborted) leave();
        session.gone.addEventListener('abort', leave, { once: true });
        return session;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
