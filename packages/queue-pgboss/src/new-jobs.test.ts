import { describe, expect, it } from 'vitest';
import { type NewJob, newJobs } from './new-jobs.ts';

interface Row {
  readonly id: string;
  readonly singletonKey: string;
}

/** Adds jobs without a database: one key waits once. */
function fakeBoss(insert?: (rows: readonly Row[]) => Promise<string[] | null>) {
  const sizes: number[] = [];
  const keys = new Set<string>();
  const boss = {
    insert: async (_queue: string, jobs: readonly object[]) => {
      const rows = jobs as readonly Row[];
      sizes.push(rows.length);
      if (insert) return await insert(rows);
      const fresh = rows.filter(({ singletonKey }) => !keys.has(singletonKey) && keys.add(singletonKey));
      return fresh.length === 0 ? null : fresh.map(({ id }) => id);
    },
  };
  return { sizes, add: newJobs(boss as Parameters<typeof newJobs>[0], 'runs') };
}

const job = (singletonKey: string): NewJob => ({ data: {}, singletonKey, priority: 0 });

describe('newJobs', () => {
  it('jobs that are given at once are added by one statement, and each learns whether it was new', async () => {
    const { sizes, add } = fakeBoss();
    expect(await Promise.all(['a', 'b', 'a'].map((key) => add(job(key))))).toEqual([true, true, false]);
    expect(await add(job('b'))).toBe(false);
    expect(sizes).toEqual([3, 1]);
  });

  it('a statement that fails rejects its jobs, and those that wait are added', async () => {
    let isFirst = true;
    const { add } = fakeBoss(async (rows) => {
      if (!isFirst) return rows.map(({ id }) => id);
      isFirst = false;
      throw new Error('The connection was lost.');
    });
    const first = add(job('a'));
    first.catch(() => undefined);
    await Promise.resolve();
    await Promise.resolve();
    const second = add(job('b'));
    await expect(first).rejects.toThrow('The connection was lost.');
    expect(await second).toBe(true);
  });
});
