import type { PageEvent } from '@runwright/contract';

/** Hands events to everybody who listens. */
export interface FakeEvents {
  tell(event: PageEvent): void;
  follow(signal: AbortSignal): AsyncIterable<PageEvent>;
}

/** @param gone ends every listener */
export function fakeEvents(gone: AbortSignal): FakeEvents {
  const listeners = new Set<(event: PageEvent) => void>();
  return {
    tell(event) {
      for (const listener of [...listeners]) listener(event);
    },
    follow(signal) {
      const ended = AbortSignal.any([signal, gone]);
      const waiting: PageEvent[] = [];
      let wake: () => void = () => undefined;
      const listener = (event: PageEvent): void => {
        waiting.push(event);
        wake();
      };
      const end = (): void => {
        listeners.delete(listener);
        wake();
      };
      listeners.add(listener);
      ended.addEventListener('abort', end, { once: true });
      return (async function* () {
        for (;;) {
          const next = waiting.shift();
          if (next) yield next;
          else if (ended.aborted) return;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      })();
    },
  };
}
