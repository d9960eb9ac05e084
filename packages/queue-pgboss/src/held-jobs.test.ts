import { describe, expect, it } from 'vitest';
import { type HeldJobs, heldJobs } from './held-jobs.ts';
import type { RunJob, RunJobs } from './run-jobs.ts';

const job = (id: string): RunJob =>
  ({ id, data: { runId: 'wr_1', delivery: 1 }, retryCount: 0 }) as unknown as RunJob;

/** Jobs whose `complete` ends when the test says so. */
function slowJobs() {
  const enqueued: string[] = [];
  const ends: (() => void)[] = [];
  const jobs = {
    enqueue: async (runId: string) => void enqueued.push(runId),
    complete: () => new Promise<void>((resolve) => ends.push(resolve)),
    touch: async () => {},
  } as unknown as RunJobs;
  const held: HeldJobs = heldJobs({
    jobs,
    everyMs: 60_000,
    onError: (error) => expect.unreachable(String(error)),
  });
  return { held, enqueued, endAll: () => ends.splice(0).forEach((end) => void end()) };
}

describe('heldJobs', () => {
  it('a job of a run that is held is absorbed, and the run waits again when it is done', async () => {
    const { held, enqueued, endAll } = slowJobs();
    const delivery = held.deliver(job('first'), () => {});
    expect(held.absorb(job('second'))).not.toBeNull();
    expect(enqueued).toEqual([]);
    const done = delivery.done();
    await Promise.resolve();
    endAll();
    expect(enqueued).toEqual(['wr_1']);
    await Promise.resolve();
    endAll();
    await done;
  });

  it.each([
    ['done', (delivery: ReturnType<HeldJobs['deliver']>) => delivery.done()],
    ['given back', (delivery: ReturnType<HeldJobs['deliver']>) => delivery.release({ delayMs: 0 })],
  ])('a job that is fetched while the one before is being %s is not absorbed', async (_, end) => {
    const { held, endAll } = slowJobs();
    const ended = end(held.deliver(job('first'), () => {}));
    expect(held.absorb(job('second'))).toBeNull();
    await new Promise((resolve) => setImmediate(resolve));
    endAll();
    await ended;
  });

  it('a worker whose clock is wrong gives a run back for a time of the server', async () => {
    const times: (number | null)[] = [];
    const serverNow = 1_000_000;
    const jobs = {
      now: async () => serverNow,
      enqueue: async (_runId: string, { notBefore }: { notBefore: number | null }) =>
        void times.push(notBefore),
      complete: async () => {},
    } as unknown as RunJobs;
    const held = heldJobs({ jobs, everyMs: 60_000, onError: (error) => expect.unreachable(String(error)) });
    await held.deliver(job('first'), () => {}).release({ delayMs: 500 });
    await held.deliver(job('second'), () => {}).release({ delayMs: 0 });
    expect(times).toEqual([serverNow + 500, null]);
  });

  it('is empty only when the end of the last job is written', async () => {
    const { held, endAll } = slowJobs();
    const seen: string[] = [];
    const done = held.deliver(job('first'), () => seen.push('ended')).done();
    await held.whenEmpty(async () => void seen.push('empty'));
    expect(seen).toEqual([]);
    endAll();
    await done;
    expect(seen).toEqual(['empty', 'ended']);
  });
});
