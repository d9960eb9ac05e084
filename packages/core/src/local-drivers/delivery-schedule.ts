/** A run that is to be delivered. */
export interface ScheduledRun {
  readonly runId: string;
  /** Epoch ms. */
  readonly dueAt: number;
  /** Orders runs of one time. */
  readonly place: number;
  /** Counts from 1. */
  readonly delivery: number;
}

/** Decides which run is delivered next: each once at a time, by time, then first come, first served. */
export interface DeliverySchedule {
  /** A run that waits is delivered at the earlier of the two times; one that is held, when it is held no more. */
  add(runId: string, dueAt: number): void;
  /** Takes the next run that is due. It is held until `finish` or `putBack`. */
  take(now: number): ScheduledRun | null;
  finish(run: ScheduledRun): void;
  /** Schedules a held run again, at `dueAt` or at the earlier time for which it was added meanwhile. */
  putBack(run: ScheduledRun, dueAt: number): void;
  /** Returns when the next run is due, in epoch ms; null when none waits. */
  nextDue(): number | null;
}

/** Creates an empty schedule. */
export function createDeliverySchedule(): DeliverySchedule {
  const inOrder: ScheduledRun[] = [];
  const waiting = new Map<string, ScheduledRun>();
  /** Held runs, with the time for which they were added meanwhile. */
  const held = new Map<string, number | null>();
  let places = 0;

  function schedule(run: ScheduledRun): void {
    waiting.set(run.runId, run);
    inOrder.splice(indexOf(inOrder, run), 0, run);
  }

  function release(run: ScheduledRun): number | null {
    const again = held.get(run.runId) ?? null;
    held.delete(run.runId);
    return again;
  }

  return {
    add(runId, dueAt) {
      if (held.has(runId)) {
        held.set(runId, earlier(held.get(runId) ?? null, dueAt));
        return;
      }
      const known = waiting.get(runId);
      if (!known) schedule({ runId, dueAt, place: ++places, delivery: 1 });
      else if (dueAt < known.dueAt) {
        inOrder.splice(indexOf(inOrder, known), 1);
        schedule({ ...known, dueAt });
      }
    },
    take(now) {
      const [run] = inOrder;
      if (!run || run.dueAt > now) return null;
      inOrder.shift();
      waiting.delete(run.runId);
      held.set(run.runId, null);
      return run;
    },
    finish(run) {
      const again = release(run);
      if (again !== null) schedule({ runId: run.runId, dueAt: again, place: ++places, delivery: 1 });
    },
    putBack(run, dueAt) {
      const again = release(run);
      const { runId, delivery } = run;
      schedule({ runId, dueAt: earlier(again, dueAt), place: ++places, delivery: delivery + 1 });
    },
    nextDue: () => inOrder[0]?.dueAt ?? null,
  };
}

function earlier(known: number | null, dueAt: number): number {
  return known === null ? dueAt : Math.min(known, dueAt);
}

/** Finds the index of a run, or where it is to be inserted, by binary search. */
function indexOf(runs: readonly ScheduledRun[], run: ScheduledRun): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = runs[middle];
    if (other && (other.dueAt - run.dueAt || other.place - run.place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
