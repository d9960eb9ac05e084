/** Lets parts of one process tell each other that something changed. Nothing is kept: who comes late reads the store. */
export interface KeyedEmitter {
  emit(key: string): void;
  /** Calls back at every ring of the key until the returned function is called. */
  on(key: string, heard: () => void): () => void;
}

/** A bell that nobody hears yet. */
export function createKeyedEmitter(): KeyedEmitter {
  const listeners = new Map<string, Set<() => void>>();
  return {
    emit(key) {
      for (const heard of listeners.get(key) ?? []) heard();
    },
    on(key, heard) {
      const own = listeners.get(key) ?? new Set();
      own.add(heard);
      listeners.set(key, own);
      return () => {
        own.delete(heard);
        if (own.size === 0 && listeners.get(key) === own) listeners.delete(key);
      };
    },
  };
}
