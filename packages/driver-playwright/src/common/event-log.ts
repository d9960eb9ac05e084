import type { PageEvent } from '@runwright/contract';

/** An event; a function when its content is known only when it is read. */
type LoggedEvent = PageEvent | (() => PageEvent | null);

/** Events of a session: kept for the next result, and emitted at once to followers. */
export interface EventLog {
  /** Adds an event for the next result. With `isQuiet`, it is not emitted. */
  add(event: LoggedEvent, options?: { readonly isQuiet?: boolean }): void;
  /** Emits an event to followers only. */
  emit(event: PageEvent): void;
  /** Events since the last call. */
  take(): readonly PageEvent[];
  /** Puts events back before all others. */
  restore(events: readonly PageEvent[]): void;
  /** From now on, until the signal is aborted or the log ends. */
  follow(signal: AbortSignal): AsyncIterable<PageEvent>;
  end(): void;
}

/** Most events that are kept. */
const mostKept = 200;

/** Starts an empty log. */
export function createEventLog(): EventLog {
  const followers = new Set<(event: PageEvent) => void>();
  const ended = new AbortController();
  let pending: LoggedEvent[] = [];

  const tell = (event: PageEvent): void => {
    for (const follower of [...followers]) follower(event);
  };
  return {
    emit: tell,
    add(event, { isQuiet = false } = {}) {
      if (isKnownRefusal(event, pending)) return;
      if (pending.length < mostKept) pending.push(event);
      if (isQuiet) return;
      const now = typeof event === 'function' ? event() : event;
      if (now) tell(now);
    },
    take() {
      const taken = pending;
      pending = [];
      return mergeRepeatedDialogs(taken.map((event) => (typeof event === 'function' ? event() : event)));
    },
    restore(events) {
      pending = [...events, ...pending].slice(0, mostKept);
    },
    follow(signal) {
      const over = AbortSignal.any([signal, ended.signal]);
      const waiting: PageEvent[] = [];
      let wake = (): void => undefined;
      const follower = (event: PageEvent): void => {
        if (waiting.length < mostKept) waiting.push(event);
        wake();
      };
      followers.add(follower);
      const stop = (): void => {
        followers.delete(follower);
        wake();
      };
      over.addEventListener('abort', stop, { once: true });
      return iterate();

      async function* iterate(): AsyncGenerator<PageEvent> {
        try {
          for (;;) {
            const next = waiting.shift();
            if (next) yield next;
            else if (over.aborted) return;
            else {
              const { promise, resolve } = Promise.withResolvers<void>();
              wake = resolve;
              await promise;
            }
          }
        } finally {
          stop();
        }
      }
    },
    end: () => ended.abort(),
  };
}

/** Returns true for a refusal that the next result reports already: pages repeat requests without end. */
function isKnownRefusal(event: LoggedEvent, pending: readonly LoggedEvent[]): boolean {
  if (typeof event === 'function' || event.type !== 'request_refused') return false;
  return pending.some(
    (one) =>
      typeof one !== 'function' &&
      one.type === 'request_refused' &&
      one.origin === event.origin &&
      one.reason === event.reason,
  );
}

/** Merges equal dialogs in a row into one event. */
function mergeRepeatedDialogs(events: readonly (PageEvent | null)[]): readonly PageEvent[] {
  const merged: PageEvent[] = [];
  for (const event of events) {
    if (!event) continue;
    const last = merged.at(-1);
    const isSame =
      event.type === 'dialog' &&
      last?.type === 'dialog' &&
      last.kind === event.kind &&
      last.text === event.text &&
      last.decision === event.decision &&
      last.answer === event.answer;
    if (!isSame) merged.push(event);
    else merged[merged.length - 1] = { ...last, ...event, times: (last.times ?? 1) + 1 };
  }
  return merged;
}
