import type { DayUse, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { openEachTest } from '../open-each-test.ts';
import { acme, rival } from './rows.ts';

const noCaps = { tokens: null, cost: null };

/** What the model calls of an organization use in a day. */
export function testModelUse(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  it('a day begins with no use, and belongs to its organization', async () => {
    await store().modelUse.add(use({ tokens: 10, cost: 0.5 }), noCaps);
    expect(await store().modelUse.get(acme, '2026-03-31')).toEqual(use({ tokens: 10, cost: 0.5 }));
    expect(await store().modelUse.get(acme, '2026-04-01')).toEqual(use({ day: '2026-04-01' }));
    expect(await store().modelUse.get(rival, '2026-03-31')).toEqual(use({ organizationId: rival }));
  });

  it('what would pass a cap changes nothing, what reaches it is added', async () => {
    const caps = { tokens: 100, cost: 1 };
    expect(await store().modelUse.add(use({ tokens: 101 }), caps)).toBe(false);
    expect(await store().modelUse.add(use({ tokens: 1, cost: 1.5 }), caps)).toBe(false);
    expect(await store().modelUse.get(acme, '2026-03-31')).toEqual(use({}));
    expect(await store().modelUse.add(use({ tokens: 100, cost: 1 }), caps)).toBe(true);
    expect(await store().modelUse.add(use({ tokens: 1 }), caps)).toBe(false);
    expect(await store().modelUse.add(use({ tokens: 1, organizationId: rival }), caps)).toBe(true);
  });

  it('what was reserved is taken back above a cap too, and never below 0', async () => {
    await store().modelUse.add(use({ tokens: 100, cost: 0.3 }), noCaps);
    const caps = { tokens: 10, cost: 0.1 };
    expect(await store().modelUse.add(use({ tokens: -40, cost: -0.1 }), caps)).toBe(true);
    const { tokens, cost } = await store().modelUse.get(acme, '2026-03-31');
    expect([tokens, cost]).toEqual([60, expect.closeTo(0.2, 9)]);
    await store().modelUse.add(use({ tokens: -100, cost: -1 }), caps);
    expect(await store().modelUse.get(acme, '2026-03-31')).toEqual(use({}));
  });

  it('additions at the same time pass no cap together', async () => {
    const added = await Promise.all(
      Array.from({ length: 20 }, () => store().modelUse.add(use({ tokens: 10 }), { tokens: 55, cost: null })),
    );
    expect(added.filter((one) => one)).toHaveLength(5);
    expect(await store().modelUse.get(acme, '2026-03-31')).toEqual(use({ tokens: 50 }));
  });
}

function use(members: Partial<DayUse>): DayUse {
  return { organizationId: acme, day: '2026-03-31', tokens: 0, cost: 0, ...members };
}
