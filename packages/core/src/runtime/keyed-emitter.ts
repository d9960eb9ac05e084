/** An event emitter whose events are keys, such as run ids. Nothing is stored: late listeners have to read the store. */
export interface KeyedEmitter {
  emit(key: string): void;
  /** Calls the listener at every `emit` of the key, until the returned function is called. */
  on(key: string, listener: () => void): () => void;
}

/** Creates an emitter without listeners. */
export function createKeyedEmitter(): KeyedEmitter {
  const listeners = new Map<string, Set<() => void>>();
  return {
    emit(key) {
      for (const listener of listeners.get(key) ?? []) listener();
    },
    on(key, listener) {
      const own = listeners.get(key) ?? new Set();
      own.add(listener);
      listeners.set(key, own);
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(key) === own) listeners.delete(key);
      };
    },
  };
}
