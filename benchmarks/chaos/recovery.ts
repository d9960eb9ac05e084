/** A run whose worker was killed. */
export interface RecoveredRun {
  readonly runId: string;
  /** Time in ms from the SIGKILL until another worker had it, or it had ended; null when that was not seen. */
  readonly afterMs: number | null;
}

/** A SIGKILL of a worker and what became of its runs. */
export interface Kill {
  /** Time in ms from the beginning. */
  readonly at: number;
  readonly workerId: string;
  readonly runs: readonly RecoveredRun[];
}

/** A time in which something was broken; ms from the beginning. */
export interface Disturbance {
  readonly from: number;
  readonly to: number;
}

/** The times of recovery. */
export interface RecoveryTimes {
  /** Kills after which nothing else was broken until the limit had passed, and which met runs. */
  readonly kills: number;
  readonly runs: number;
  readonly medianMs: number | null;
  readonly longestMs: number | null;
  /** One sentence for each run that took longer than the limit. */
  readonly broken: readonly string[];
}

/** Time in ms after which every run of a killed worker has to be at another one. */
export const recoveryLimitMs = 12_000;

/** Measures recovery by the kills that are alone in their time; `disturbances` are those of all faults, the kills included. */
export function recoveryTimes(kills: readonly Kill[], disturbances: readonly Disturbance[]): RecoveryTimes {
  const alone = kills.filter(
    ({ at, runs }) =>
      runs.length > 0 &&
      disturbances.filter(({ from, to }) => from <= at + recoveryLimitMs && to >= at - 1000).length <= 1,
  );
  const runs = alone.flatMap((kill) => kill.runs.map((run) => ({ ...run, kill })));
  const times = runs.map(({ afterMs }) => afterMs ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  return {
    kills: alone.length,
    runs: runs.length,
    medianMs: times[Math.floor(times.length / 2)] ?? null,
    longestMs: times.at(-1) ?? null,
    broken: runs
      .filter(({ afterMs }) => afterMs === null || afterMs > recoveryLimitMs)
      .map(
        ({ runId, afterMs, kill }) =>
          `${runId} of ${kill.workerId} was recovered after ${afterMs === null ? 'more than a minute' : `${afterMs} ms`}`,
      ),
  };
}
