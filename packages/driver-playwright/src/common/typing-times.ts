import { monotonicNow } from './monotonic-clock.ts';

/** The times in which secrets are typed one character after the other. */
export interface TypingTimes {
  /** Begins one, which lasts until the returned function is called. */
  begin(): () => void;
  /** Returns whether a time of `monotonicNow` is in one of them. */
  has(at: number): boolean;
}

/** Creates the times of a session that has typed nothing yet. */
export function createTypingTimes(): TypingTimes {
  const times: { readonly from: number; to: number }[] = [];
  return {
    begin() {
      const time = { from: monotonicNow(), to: Number.POSITIVE_INFINITY };
      times.push(time);
      return () => {
        time.to = Math.min(time.to, monotonicNow());
      };
    },
    has: (at) => times.some(({ from, to }) => at >= from && at <= to),
  };
}
