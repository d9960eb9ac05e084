/** A run that is to be delivered. */
export interface ScheduledRun {
  readonly runId: string;
  /** Epoch ms. */
  readonly dueAt: number;
  /** The highest is delivered first. */
  readonly priority: number;
  /** Orders runs of one priority and time. */
  readonly place: number;
  /** Counts from 1. */
  readonly delivery: number;
}

/** Decides which run is delivered next: each once at a time, of those that are due by priority, then by time, then first come, first served. */
export interface DeliverySchedule {
  /**
   * A run that waits is delivered at the earlier of the two times with the higher priority; one that is held, when it is held no
   * more.
   */
  add(runId: string, at: When): void;
  /** Takes the next run that is due. It is held until `finish` or `putBack`. */
  take(now: number): ScheduledRun | null;
  finish(run: ScheduledRun): void;
  /** Schedules a held run again, at the time or at the earlier one for which it was added meanwhile, with the highest of its priorities. */
  putBack(run: ScheduledRun, at: When): void;
  /** Returns when the next run is due, in epoch ms; null when none waits. */
  nextDue(): number | null;
}

type When = Pick<ScheduledRun, 'dueAt' | 'priority'>;

/** Creates an empty schedule. */
export function createDeliverySchedule(): DeliverySchedule {
  /** Runs that were not due at the latest look, by time. */
  const later: ScheduledRun[] = [];
  /** Runs that are due, in the order in which they are delivered. */
  const due: ScheduledRun[] = [];
  const waiting = new Map<string, ScheduledRun>();
  /** Held runs, with what they were added for meanwhile. */
  const held = new Map<string, When | null>();
  let places = 0;

  function schedule(run: ScheduledRun): void {
    waiting.set(run.runId, run);
    later.splice(indexOf(later, run, byTime), 0, run);
  }

  function unschedule(run: ScheduledRun): void {
    if (!removeFrom(later, run, byTime)) removeFrom(due, run, byPriority);
  }

  function release(run: ScheduledRun): When | null {
    const again = held.get(run.runId) ?? null;
    held.delete(run.runId);
    return again;
  }

  return {
    add(runId, at) {
      if (held.has(runId)) {
        held.set(runId, sooner(held.get(runId) ?? null, at));
        return;
      }
      const known = waiting.get(runId);
      if (!known) return schedule({ runId, ...at, place: ++places, delivery: 1 });
      const { dueAt, priority } = sooner(known, at);
      if (dueAt === known.dueAt && priority === known.priority) return;
      unschedule(known);
      schedule({ ...known, dueAt, priority });
    },
    take(now) {
      const isLater = later.findIndex((run) => run.dueAt > now);
      for (const run of later.splice(0, isLater < 0 ? later.length : isLater))
        due.splice(indexOf(due, run, byPriority), 0, run);
      const run = due.shift();
      if (!run) return null;
      waiting.delete(run.runId);
      held.set(run.runId, null);
      return run;
    },
    finish(run) {
      const again = release(run);
      if (again !== null) schedule({ runId: run.runId, ...again, place: ++places, delivery: 1 });
    },
    putBack(run, { dueAt, priority }) {
      const again = release(run);
      const { runId, delivery } = run;
      const at = sooner(again, { dueAt, priority: Math.max(priority, run.priority) });
      schedule({ runId, ...at, place: ++places, delivery: delivery + 1 });
    },
    nextDue: () => due[0]?.dueAt ?? later[0]?.dueAt ?? null,
  };
}

/** The earlier time and the higher priority. */
function sooner(known: When | null, { dueAt, priority }: When): When {
  if (known === null) return { dueAt, priority };
  return { dueAt: Math.min(known.dueAt, dueAt), priority: Math.max(known.priority, priority) };
}

type Order = (one: ScheduledRun, other: ScheduledRun) => number;

const byTime: Order = (one, other) => one.dueAt - other.dueAt || one.place - other.place;
const byPriority: Order = (one, other) => other.priority - one.priority || byTime(one, other);

function removeFrom(runs: ScheduledRun[], run: ScheduledRun, order: Order): boolean {
  const index = indexOf(runs, run, order);
  if (runs[index] !== run) return false;
  runs.splice(index, 1);
  return true;
}

/** Finds the index of a run, or where it is to be inserted, by binary search. */
function indexOf(runs: readonly ScheduledRun[], run: ScheduledRun, order: Order): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = runs[middle];
    if (other && order(other, run) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
