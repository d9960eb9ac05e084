import { setTimeout as sleep } from 'node:timers/promises';
import type { RunJob } from './run-jobs.ts';

/** Claims that wait for a run. */
export interface WaitingClaims {
  /** Waits for a job; null once `signal` is aborted or the claims are closed. */
  wait(signal: AbortSignal): Promise<RunJob | null>;
  /** Asks for a run at once, because one may be due. */
  look(): void;
  /** Answers null to all claims. Resolves when no job is on its way any more. */
  close(): Promise<void>;
}

/** Asks for runs while somebody waits for one: at once, and then every `pollMs`. */
export function waitingClaims(options: {
  readonly fetch: () => Promise<RunJob | null>;
  readonly giveBack: (job: RunJob) => Promise<void>;
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
}): WaitingClaims {
  const { fetch, giveBack, pollMs, onError } = options;
  const waiting = new Set<(job: RunJob | null) => void>();
  let closed = false;
  let looking: Promise<void> | null = null;
  let wake = new AbortController();

  return {
    wait(signal) {
      if (signal.aborted || closed) return Promise.resolve(null);
      return new Promise((resolve) => {
        const settle = (job: RunJob | null): void => {
          signal.removeEventListener('abort', leave);
          waiting.delete(settle);
          resolve(job);
        };
        const leave = (): void => settle(null);
        signal.addEventListener('abort', leave, { once: true });
        waiting.add(settle);
        start();
      });
    },
    look: start,
    async close() {
      closed = true;
      for (const settle of waiting) settle(null);
      wake.abort();
      await looking;
    },
  };

  function start(): void {
    wake.abort();
    looking ??= lookWhileNeeded().finally(() => {
      looking = null;
    });
  }

  async function lookWhileNeeded(): Promise<void> {
    while (waiting.size > 0 && !closed) {
      wake = new AbortController();
      const found = await lookOnce();
      if (!found && waiting.size > 0 && !closed)
        await sleep(pollMs, undefined, { signal: wake.signal }).catch(() => {});
    }
  }

  /** Returns whether there was a run, so that the next one is asked for at once. */
  async function lookOnce(): Promise<boolean> {
    try {
      const job = await fetch();
      if (job === null) return false;
      const [settle] = waiting;
      if (settle) settle(job);
      else await giveBack(job);
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }
}
