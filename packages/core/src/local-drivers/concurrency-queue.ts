/** A run that is to be delivered to a worker. */
export interface Job {
  readonly runId: string;
  /** Runs of one queue are delivered one at a time, in order of `place`. */
  readonly queue: string;
  /** The only worker that may take it; empty for any. */
  readonly worker: string;
  readonly priority: number;
  /** Epoch ms. */
  readonly notBefore: number;
  readonly place: number;
  readonly delivery: number;
}

interface JobQueue {
  /** In order of place. Only the first one is ever offered, and only while no job of the queue is held. */
  readonly waiting: Job[];
  held: Job | null;
}

/**
 * Decides which run is delivered next. Runs with the same key share a queue, and a run without a key has a queue of its
 * own, so that no run is delivered twice at a time. Takes the time as an argument.
 */
export class ConcurrencyQueue {
  readonly #queues = new Map<string, JobQueue>();
  readonly #waiting = new Map<string, Job>();
  /** First jobs of free queues that are due, by worker; those that are not due yet. */
  readonly #ready = new Map<string, Job[]>();
  readonly #delayed: Job[] = [];
  #places = 0;

  /** Of a run that waits already only the time may become earlier. One that is held keeps its place for the time after. */
  add(wanted: Omit<Job, 'queue' | 'place' | 'delivery'> & { readonly key: string | undefined }): void {
    const { key, ...job } = wanted;
    const waiting = this.#waiting.get(job.runId);
    if (waiting) {
      this.#hasten(waiting, job.notBefore);
      return;
    }
    const name = key === undefined ? `run:${job.runId}` : `key:${key}`;
    const { held } = this.#queue(name);
    const place = held?.runId === job.runId ? held.place : ++this.#places;
    this.#wait({ ...job, queue: name, place, delivery: 1 });
  }

  /** Takes the job that this worker may execute first: by priority, then by place. */
  take(worker: string, now: number): Job | null {
    this.#wakeDelayed(now);
    const shared = this.#ready.get('');
    const own = worker === '' ? undefined : this.#ready.get(worker);
    const job = first(shared?.[0], own?.[0]);
    if (!job) return null;

    this.#ready.get(job.worker)?.shift();
    const queue = this.#queue(job.queue);
    queue.waiting.shift();
    queue.held = job;
    this.#waiting.delete(job.runId);
    return job;
  }

  /** Frees the queue of a job that was taken. */
  finish(job: Job): void {
    const queue = this.#queue(job.queue);
    queue.held = null;
    this.#offerFirst(job.queue, queue);
  }

  /** Puts a job that was taken back into its place. */
  putBack(job: Job, notBefore: number): void {
    const queue = this.#queue(job.queue);
    queue.held = null;
    const again = this.#waiting.get(job.runId);
    if (!again) {
      this.#wait({ ...job, notBefore, delivery: job.delivery + 1 });
      return;
    }
    // It was enqueued again while it was held: one job is enough, at the earlier of the two times.
    if (again.queue === job.queue) {
      const merged = {
        ...again,
        notBefore: Math.min(again.notBefore, notBefore),
        delivery: job.delivery + 1,
      };
      queue.waiting[queue.waiting.indexOf(again)] = merged;
      this.#waiting.set(job.runId, merged);
    }
    this.#offerFirst(job.queue, queue);
  }

  /** Returns when the next delayed job is due, in epoch ms. */
  nextDue(): number | null {
    return this.#delayed[0]?.notBefore ?? null;
  }

  #hasten(job: Job, notBefore: number): void {
    if (notBefore >= job.notBefore) return;
    const sooner = { ...job, notBefore };
    const queue = this.#queue(job.queue);
    queue.waiting[queue.waiting.indexOf(job)] = sooner;
    this.#waiting.set(job.runId, sooner);
    const offered = this.#delayed.indexOf(job);
    if (offered < 0) return;
    this.#delayed.splice(offered, 1);
    this.#offerFirst(job.queue, queue);
  }

  #queue(name: string): JobQueue {
    const queue = this.#queues.get(name) ?? { waiting: [], held: null };
    this.#queues.set(name, queue);
    return queue;
  }

  #wait(job: Job): void {
    const queue = this.#queue(job.queue);
    insert(queue.waiting, job, (a, b) => a.place - b.place);
    this.#waiting.set(job.runId, job);
    if (!queue.held && queue.waiting[0] === job) this.#offerFirst(job.queue, queue);
  }

  /** A job is offered once: nothing can come before the first job of a queue that is free. */
  #offerFirst(name: string, queue: JobQueue): void {
    const [head] = queue.waiting;
    if (head) insert(this.#delayed, head, (a, b) => a.notBefore - b.notBefore);
    if (!head && !queue.held) this.#queues.delete(name);
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
