import type { Clock } from '@runwright/contract';

/** Longest delay that the platform's timer takes: 2^31 - 1 ms. Longer ones are slept in pieces. */
const longestTimerMs = 2_147_483_647;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(delayMs, { signal }) {
    let rest = delayMs;
    do {
      const piece = Math.min(Math.max(0, rest), longestTimerMs);
      await sleepPiece(piece, signal);
      rest -= piece;
    } while (rest > 0);
  },
};

function sleepPiece(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', abort, { once: true });
  });
}
