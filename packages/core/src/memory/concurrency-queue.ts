/** One delivery of a run that is wanted. */
export interface Job {
  readonly runId: string;
  /** Runs in one lane execute one at a time, in order of `place`. */
  readonly lane: string;
  /** The only worker that may take it; empty for any. */
  readonly worker: string;
  readonly priority: number;
  /** Epoch ms. */
  readonly notBefore: number;
  readonly place: number;
  readonly delivery: number;
}

interface Lane {
  /** In order of place. Only the first one is ever offered, and only while none of the lane is held. */
  readonly waiting: Job[];
  held: Job | null;
}

/**
 * Which run may go next: a key is a lane, and a run without one has a lane of its own, so that no run is delivered
 * twice at a time. Knows the time only as an argument.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #waiting = new Map<string, Job>();
  /** Heads of free lanes that are due, by worker; those that are not due yet. */
  readonly #ready = new Map<string, Job[]>();
  readonly #delayed: Job[] = [];
  #places = 0;

  /** Of a run that waits already only the time may become earlier. One that is held keeps its place for the time after. */
  add(wanted: Omit<Job, 'lane' | 'place' | 'delivery'> & { readonly key: string | undefined }): void {
    const { key, ...job } = wanted;
    const waiting = this.#waiting.get(job.runId);
    if (waiting) {
      this.#hasten(waiting, job.notBefore);
      return;
    }
    const name = key === undefined ? `run:${job.runId}` : `key:${key}`;
    const { held } = this.#lane(name);
    const place = held?.runId === job.runId ? held.place : ++this.#places;
    this.#wait({ ...job, lane: name, place, delivery: 1 });
  }

  /** Takes the job that this worker may carry out first: by priority, then by place. */
  take(worker: string, now: number): Job | null {
    this.#wakeDelayed(now);
    const shared = this.#ready.get('');
    const own = worker === '' ? undefined : this.#ready.get(worker);
    const job = first(shared?.[0], own?.[0]);
    if (!job) return null;

    this.#ready.get(job.worker)?.shift();
    const lane = this.#lane(job.lane);
    lane.waiting.shift();
    lane.held = job;
    this.#waiting.delete(job.runId);
    return job;
  }

  /** Frees the lane of a job that was taken. */
  finish(job: Job): void {
    const lane = this.#lane(job.lane);
    lane.held = null;
    this.#offerFirst(job.lane, lane);
  }

  /** Puts a job that was taken back into its place. */
  putBack(job: Job, notBefore: number): void {
    const lane = this.#lane(job.lane);
    lane.held = null;
    const again = this.#waiting.get(job.runId);
    if (!again) {
      this.#wait({ ...job, notBefore, delivery: job.delivery + 1 });
      return;
    }
    // It was enqueued again while it was held: one job is enough, at the earlier of the two times.
    if (again.lane === job.lane) {
      const merged = {
        ...again,
        notBefore: Math.min(again.notBefore, notBefore),
        delivery: job.delivery + 1,
      };
      lane.waiting[lane.waiting.indexOf(again)] = merged;
      this.#waiting.set(job.runId, merged);
    }
    this.#offerFirst(job.lane, lane);
  }

  /** When the next delayed job is due, in epoch ms. */
  nextDue(): number | null {
    return this.#delayed[0]?.notBefore ?? null;
  }

  #hasten(job: Job, notBefore: number): void {
    if (notBefore >= job.notBefore) return;
    const sooner = { ...job, notBefore };
    const lane = this.#lane(job.lane);
    lane.waiting[lane.waiting.indexOf(job)] = sooner;
    this.#waiting.set(job.runId, sooner);
    const offered = this.#delayed.indexOf(job);
    if (offered < 0) return;
    this.#delayed.splice(offered, 1);
    this.#offerFirst(job.lane, lane);
  }

  #lane(name: string): Lane {
    const lane = this.#lanes.get(name) ?? { waiting: [], held: null };
    this.#lanes.set(name, lane);
    return lane;
  }

  #wait(job: Job): void {
    const lane = this.#lane(job.lane);
    insert(lane.waiting, job, (a, b) => a.place - b.place);
    this.#waiting.set(job.runId, job);
    if (!lane.held && lane.waiting[0] === job) this.#offerFirst(job.lane, lane);
  }

  /** A job is offered once: nothing can come before the head of a lane that is free. */
  #offerFirst(name: string, lane: Lane): void {
    const [head] = lane.waiting;
    if (head) insert(this.#delayed, head, (a, b) => a.notBefore - b.notBefore);
    if (!head && !lane.held) this.#lanes.delete(name);
  }

  #wakeDelayed(now: number): void {
    const due = this.#delayed.findIndex((job) => job.notBefore > now);
    for (const job of this.#delayed.splice(0, due < 0 ? this.#delayed.length : due)) {
      const ready = this.#ready.get(job.worker) ?? [];
      this.#ready.set(job.worker, ready);
      insert(ready, job, byRank);
    }
  }
}

function byRank(a: Job, b: Job): number {
  return b.priority - a.priority || a.place - b.place;
}

function first(a: Job | undefined, b: Job | undefined): Job | undefined {
  if (!a || !b) return a ?? b;
  return byRank(a, b) <= 0 ? a : b;
}

/** Puts a job behind all that do not come after it. */
function insert(jobs: Job[], job: Job, order: (a: Job, b: Job) => number): void {
  let low = 0;
  let high = jobs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = jobs[middle];
    if (other && order(other, job) <= 0) low = middle + 1;
    else high = middle;
  }
  jobs.splice(low, 0, job);
}
