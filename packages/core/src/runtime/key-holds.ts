/** Counts who holds a key, and tells when nobody does any more. */
export interface KeyHolds {
  /** Number of keys that somebody holds. */
  readonly size: number;
  /** Tests whether a key is held. */
  has(key: string): boolean;
  /** Holds a key until the returned function is called. Several may hold the same key. */
  hold(key: string): () => void;
  /** Resolves when nobody holds the key; at once when nobody does. */
  whenFree(key: string): Promise<void>;
}

/** Creates holds of no key. */
export function createKeyHolds(): KeyHolds {
  const held = new Map<string, { count: number; readonly free: PromiseWithResolvers<void> }>();
  return {
    get size() {
      return held.size;
    },
    has: (key) => held.has(key),
    hold(key) {
      const entry = held.get(key) ?? { count: 0, free: Promise.withResolvers<void>() };
      held.set(key, entry);
      entry.count += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        entry.count -= 1;
        if (entry.count > 0) return;
        held.delete(key);
        entry.free.resolve();
      };
    },
    whenFree: async (key) => held.get(key)?.free.promise,
  };
}
