import { seededRandom } from '../seeded-random.ts';

/**
 * What is broken. `kill`: SIGKILL of a worker. `stop`: SIGSTOP for longer than its lease, then SIGCONT. `database`: PostgreSQL is
 * stopped as by a crash, and started. `connections`: all connections to PostgreSQL are cut. `clock`: SIGKILL of a worker, which is
 * started again with a clock that is five minutes fast or slow.
 */
export const faultKinds = ['kill', 'stop', 'database', 'connections', 'clock'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One fault. */
export interface Fault {
  readonly kind: FaultKind;
  /** Time in ms from the beginning. */
  readonly at: number;
  /** Index of the worker; of no meaning for `database` and `connections`. */
  readonly worker: number;
  /** Time in ms until it is over: the worker is started or continued, or the database is started. */
  readonly lastsMs: number;
  /** What is added to the clock of the worker in ms. */
  readonly skewMs: number;
}

const skewMs = 5 * 60_000;
/** After most kills nothing else happens for so long, so that the recovery is measured alone. */
const quietMs = { least: 14_000, most: 18_000 };
const gapMs = { least: 3_000, most: 8_000 };
/** The last fault comes before the last runs are started. */
const firstAt = 3_000;

/** Returns the faults of a seed: rounds in which each kind comes once and `kill` twice, in another order each. */
export function faultSchedule(options: {
  readonly seed: number;
  readonly durationMs: number;
  readonly kinds?: readonly FaultKind[];
  readonly workers: number;
}): readonly Fault[] {
  const { seed, durationMs, kinds = faultKinds, workers } = options;
  const random = seededRandom(seed);
  const round = kinds.flatMap((kind) => (kind === 'kill' ? [kind, kind] : [kind]));
  const faults: Fault[] = [];
  let at = firstAt;
  while (at < durationMs && round.length > 0) {
    for (const kind of random.shuffled(round)) {
      if (at >= durationMs) break;
      const fault: Fault = {
        ...{ kind, at, worker: random.integer(0, workers - 1), lastsMs: lastingMs(kind, random.integer) },
        skewMs: kind === 'clock' ? skewMs * (random.integer(0, 1) === 0 ? -1 : 1) : 0,
      };
      faults.push(fault);
      const isQuiet = (kind === 'kill' || kind === 'clock') && random.integer(1, 4) > 1;
      const { least, most } = isQuiet ? quietMs : gapMs;
      at += random.integer(least, most) + (kind === 'stop' && random.integer(0, 1) === 0 ? fault.lastsMs : 0);
    }
  }
  return faults;
}

/** Returns each kind once, evenly over the time, for a short trial. */
export function faultsOnce(options: {
  readonly seed: number;
  readonly durationMs: number;
  readonly kinds?: readonly FaultKind[];
  readonly workers: number;
}): readonly Fault[] {
  const { seed, durationMs, kinds = faultKinds, workers } = options;
  const random = seededRandom(seed);
  const everyMs = (durationMs - firstAt) / kinds.length;
  return random.shuffled(kinds).map((kind, index) => ({
    ...{ kind, at: Math.round(firstAt + index * everyMs), worker: random.integer(0, workers - 1) },
    lastsMs: lastingMs(kind, random.integer),
    skewMs: kind === 'clock' ? skewMs * (random.integer(0, 1) === 0 ? -1 : 1) : 0,
  }));
}

function lastingMs(kind: FaultKind, integer: (least: number, most: number) => number): number {
  if (kind === 'stop') return integer(10_000, 15_000);
  if (kind === 'database') return integer(200, 3_000);
  return kind === 'connections' ? 0 : integer(500, 3_000);
}
