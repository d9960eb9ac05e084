import type { Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { openEachTest } from '../open-each-test.ts';

/** Duties of one process for all. */
export function testDuties(open: () => Promise<Store>): void {
  const store = openEachTest(open);
  const take = (owner: string, now: number, duty = 'sweep') =>
    store().duties.take(duty, { owner, leaseMs: 100, now });

  it('a duty has one owner, until its lease is over', async () => {
    expect(await take('a', 1000)).toBe(true);
    expect(await take('b', 1099)).toBe(false);
    expect(await take('b', 1100)).toBe(true);
    expect(await take('a', 1150)).toBe(false);
  });

  it('the owner takes its duty again', async () => {
    await take('a', 1000);
    expect(await take('a', 1050)).toBe(true);
    expect(await take('b', 1149)).toBe(false);
  });

  it('duties are taken one by one', async () => {
    await take('a', 1000);
    expect(await take('b', 1000, 'other')).toBe(true);
  });

  it('of many that take a duty at once one succeeds', async () => {
    const taken = await Promise.all(Array.from({ length: 8 }, (_, index) => take(`owner-${index}`, 1000)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
}
