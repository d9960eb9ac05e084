import { AsyncLocalStorage } from 'node:async_hooks';

/** Lets the calls of an agent pass, or makes them wait while a person has control. */
export interface CallGate {
  /**
   * Executes a call as soon as the gate is open. Throws the reason of the signal when it is aborted before. A call inside of another one
   * passes in any case.
   *
   * @param options `whileWaiting` wraps the wait, if there is one
   */
  enter<T>(
    work: () => Promise<T>,
    options: {
      readonly signal: AbortSignal;
      readonly whileWaiting?: (wait: () => Promise<void>) => Promise<void>;
    },
  ): Promise<T>;
  /** Closes the gate; resolves when no call is under way any more, or the gate was opened again. */
  close(): Promise<void>;
  open(): void;
  readonly isClosed: boolean;
}

/** Creates an open gate. */
export function createCallGate(): CallGate {
  const inside = new AsyncLocalStorage<true>();
  let underWay = 0;
  let opened: PromiseWithResolvers<void> | null = null;
  let idle = Promise.withResolvers<void>();

  const awaitOpen = async (signal: AbortSignal): Promise<void> => {
    while (opened !== null) {
      signal.throwIfAborted();
      const aborted = Promise.withResolvers<never>();
      const abort = (): void => aborted.reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      try {
        await Promise.race([opened.promise, aborted.promise]);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    }
  };

  return {
    async enter(work, { signal, whileWaiting = (wait) => wait() }) {
      if (inside.getStore()) return work();
      // Another person may have closed it while the caller waited for something else.
      while (opened !== null) await whileWaiting(() => awaitOpen(signal));
      underWay += 1;
      try {
        return await inside.run(true, work);
      } finally {
        underWay -= 1;
        if (underWay === 0) idle.resolve();
      }
    },
    async close() {
      opened ??= Promise.withResolvers();
      if (underWay === 0) return;
      idle = Promise.withResolvers();
      await Promise.race([idle.promise, opened.promise]);
    },
    open() {
      opened?.resolve();
      opened = null;
    },
    get isClosed() {
      return opened !== null;
    },
  };
}
