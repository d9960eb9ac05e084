/** Places for runs that are worked on at the same time. */
export interface Seats {
  /** Resolves with a place: first come, first served. */
  take(): Promise<void>;
  give(): void;
  /** Whether somebody waits for a place. */
  readonly wanted: boolean;
  /** Calls back whenever somebody begins to wait, until the returned function is called. */
  onWanted(heard: () => void): () => void;
}

/** So many places, all of them free. */
export function createSeats(count: number): Seats {
  let free = count;
  const waiting: (() => void)[] = [];
  const listeners = new Set<() => void>();
  return {
    async take() {
      if (free > 0) {
        free -= 1;
        return;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      for (const heard of listeners) heard();
      await promise;
    },
    give() {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
    get wanted() {
      return waiting.length > 0;
    },
    onWanted(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}

/** The place of one run: given away while the run rests, taken again before it goes on. */
export interface RunSeat {
  /** Waits without a place. */
  rest<T>(wait: () => Promise<T>): Promise<T>;
  /** Gives the place back for good. */
  leave(): void;
}

/** The place that a run has taken. Parts of a run that rest at the same time give it away once. */
export function seatOf(seats: Seats): RunSeat {
  let seated: Promise<void> | null = Promise.resolve();
  let left = false;
  return {
    async rest(wait) {
      if (seated !== null && !left) {
        seated = null;
        seats.give();
      }
      try {
        return await wait();
      } finally {
        seated ??= seats.take();
        await seated;
      }
    },
    leave() {
      if (left) return;
      left = true;
      void seated?.then(() => seats.give());
    },
  };
}
