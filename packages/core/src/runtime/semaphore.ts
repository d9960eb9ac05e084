/** A counting semaphore, such as the one that limits how many runs a worker executes at once. */
export interface Semaphore {
  /** Resolves with a permit: first come, first served. */
  acquire(): Promise<void>;
  release(): void;
  /** True while somebody waits for a permit. */
  readonly hasWaiting: boolean;
  /** Calls the listener whenever somebody begins to wait, until the returned function is called. */
  onWaiting(listener: () => void): () => void;
}

/** Creates a semaphore with so many permits, all of them free. */
export function createSemaphore(permits: number): Semaphore {
  let free = permits;
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
      for (const listener of listeners) listener();
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
    onWaiting(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The permit of one run: released while the run only waits, acquired again before it continues. */
export interface Permit {
  /** Releases the permit while `wait` is pending. */
  releaseWhile<T>(wait: () => Promise<T>): Promise<T>;
  /** Releases the permit when another branch of the run waits, because the one that calls does nothing more. */
  endBranch(): void;
  /** Releases the permit for good. */
  release(): void;
}

/** Wraps a permit that a run has acquired. Branches of the run that wait at the same time release it once. */
export function permitOf(semaphore: Semaphore): Permit {
  let held: Promise<void> | null = Promise.resolve();
  let released = false;
  let waiting = 0;
  const giveUp = (): void => {
    if (released) return;
    void held?.then(() => semaphore.release());
    held = null;
  };
  return {
    async releaseWhile(wait) {
      giveUp();
      waiting += 1;
      try {
        return await wait();
      } finally {
        waiting -= 1;
        held ??= semaphore.acquire();
        await held;
      }
    },
    endBranch() {
      if (waiting > 0) giveUp();
    },
    release() {
      if (released) return;
      released = true;
      void held?.then(() => semaphore.release());
    },
  };
}
