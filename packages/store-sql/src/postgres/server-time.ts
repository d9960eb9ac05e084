/** The time of a server, as a process knows it. */
export interface ServerTime {
  /** Epoch ms. */
  now(): number;
  stop(): void;
}

/** How long the clock of this process may run on by itself: clocks drift by less than 1 ms in this time. */
const everyMs = 15_000;
/** A reading that took longer is repeated, because the server read its clock at an unknown time in between. */
const quickMs = 100;
const maxReadings = 5;

/**
 * Reads the time of the server (`read`: epoch ms) now and every 15 s, and adds what has passed since on the monotonic clock. So a
 * process whose own clock is wrong, or is set, has the time that all others have. When a later reading fails, the former one holds.
 */
export async function serverTime(read: () => Promise<number>): Promise<ServerTime> {
  let offset = await offsetOf(read);
  const update = async (): Promise<void> => {
    offset = await offsetOf(read);
  };
  const timer = setInterval(() => void update().catch(() => undefined), everyMs).unref();
  return {
    now: () => Math.floor(performance.now() + offset),
    stop: () => clearInterval(timer),
  };
}

/** What the server's time is ahead of the monotonic clock, by the quickest of some readings. */
async function offsetOf(read: () => Promise<number>): Promise<number> {
  let quickest = Number.POSITIVE_INFINITY;
  let offset = 0;
  for (let readings = 0; readings < maxReadings && quickest > quickMs; readings += 1) {
    const from = performance.now();
    const time = await read();
    const to = performance.now();
    if (to - from >= quickest) continue;
    quickest = to - from;
    offset = time - (from + to) / 2;
  }
  return offset;
}
