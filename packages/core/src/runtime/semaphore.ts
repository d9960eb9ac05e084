/** Places for runs that are worked on at the same time. */
export interface Semaphore {
  /** Resolves with a place: first come, first served. */
  acquire(): Promise<void>;
  release(): void;
  /** Whether somebody waits for a place. */
  readonly hasWaiting: boolean;
  /** Calls back whenever somebody begins to wait, until the returned function is called. */
  onWaiting(heard: () => void): () => void;
}

/** So many places, all of them free. */
export function createSemaphore(count: number): Semaphore {
  let free = count;
  const waiting: (() => void)[] = [];
  const listeners = new Set<() => void>();
  return {
    async acquire() {
      if (free > 0) {
        free -= 1;
        return;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      for (const heard of listeners) heard();
      await promise;
    },
    release() {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
    get hasWaiting() {
      return waiting.length > 0;
    },
    onWaiting(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}

/** The place of one run: given away while the run rests, taken again before it goes on. */
export interface Permit {
  /** Waits without a place. */
  releaseWhile<T>(wait: () => Promise<T>): Promise<T>;
  /** Gives the place back for good. */
  release(): void;
}

/** The place that a run has taken. Parts of a run that rest at the same time give it away once. */
export function permitOf(seats: Semaphore): Permit {
  let seated: Promise<void> | null = Promise.resolve();
  let left = false;
  return {
    async releaseWhile(wait) {
      if (seated !== null && !left) {
        seated = null;
        seats.release();
      }
      try {
        return await wait();
      } finally {
        seated ??= seats.acquire();
        await seated;
      }
    },
    release() {
      if (left) return;
      left = true;
      void seated?.then(() => seats.release());
    },
  };
}
