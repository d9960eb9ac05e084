import type { BillingAccount, Charge, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, progressEvent, rival, runDraft } from './rows.ts';

/** Accounts of organizations, and the ledger. */
export function testBilling(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  it('an account is opened once, and belongs to its organization', async () => {
    expect(await store().billing.get(acme)).toBeNull();
    expect(await store().billing.open(account())).toEqual(account());
    expect(await store().billing.open(account({ billingId: 'bil_2', planTier: 'pro' }))).toEqual(account());
    expect(await store().billing.get(acme)).toEqual(account());
    expect(await store().billing.get(rival)).toBeNull();
  });

  it('an account is changed from what is stored', async () => {
    await store().billing.open(account());
    const more = (current: BillingAccount) => ({
      ...current,
      topupCreditsTotal: current.topupCreditsTotal + 1,
    });
    await Promise.all(Array.from({ length: 5 }, () => store().billing.change(acme, more)));
    expect(await store().billing.get(acme)).toEqual(account({ topupCreditsTotal: 5 }));
    expect(await store().billing.change(rival, more)).toBeNull();
  });

  it('a charge with a known key changes nothing, in one organization', async () => {
    for (const organizationId of [acme, rival])
      await store().billing.open(account({ organizationId, billingId: `bil ${organizationId}` }));
    const [first, foreign] = [charge('step 1'), charge('step 1', { organizationId: rival })];
    expect(await store().billing.charge(first)).toBe(true);
    expect(await store().billing.charge({ ...first, at: 2000, amount: 9 })).toBe(false);
    expect(await store().billing.charge(foreign)).toBe(true);
    expect(await store().billing.get(acme)).toMatchObject({ creditsConsumed: 1 });
    expect(await store().billing.get(rival)).toMatchObject({ creditsConsumed: 1 });
  });

  it('charges at the same time are all counted', async () => {
    await store().billing.open(account());
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => store().billing.charge(charge(`step ${index % 10}`))),
    );
    expect(await store().billing.get(acme)).toMatchObject({ creditsConsumed: 10 });
  });

  it('the ledger is read in pages, newest first, ties by key descending', async () => {
    await store().billing.open(account());
    const all = [charge('a', { at: 1 }), charge('b', { at: 2, runId: null }), charge('c', { at: 2 })];
    for (const one of all) await store().billing.charge(one);
    const [a, b, c] = all;
    const page = (number: number) =>
      store().billing.charges({ organizationId: acme, page: number, pageSize: 2 });
    expect(await page(1)).toEqual({ items: [c, b], next: '2' });
    expect(await page(2)).toEqual({ items: [a], next: null });
    expect((await store().billing.charges({ organizationId: rival, page: 1, pageSize: 2 })).items).toEqual(
      [],
    );
  });

  it('a charge of a batch is written with it or not at all, and once', async () => {
    await store().billing.open(account());
    await store().runs.create(runDraft('wr_1'), []);
    const step = { type: 'charge', charge: charge('step 1') } as const;
    const stale = { type: 'run', patch: { stepCount: 1 }, revision: 9 } as const;
    await expectError(store().runs.commit('wr_1', [step, stale], null, { now: 1000 }), 'conflict');
    expect(await store().billing.get(acme)).toEqual(account());
    for (let time = 0; time < 2; time += 1) await store().runs.commit('wr_1', [step], null, { now: 1000 });
    expect(await store().billing.get(acme)).toMatchObject({ creditsConsumed: 1 });
  });

  it('a charge of a batch belongs to its run', async () => {
    await store().billing.open(account());
    await store().runs.create(runDraft('wr_1'), []);
    for (const members of [{ runId: 'wr_2' }, { organizationId: rival }, { runId: null }]) {
      const write = { type: 'charge', charge: charge('step 1', members) } as const;
      await expectError(store().runs.commit('wr_1', [write], null, { now: 1000 }), 'invalid_input');
    }
  });

  it('an organization without an account is not charged, and its batch writes nothing', async () => {
    await store().runs.create(runDraft('wr_1'), []);
    await expectError(store().billing.charge(charge('step 1')), 'not_found');
    const event = { type: 'timeline', event: progressEvent('wr_1', 'one') } as const;
    const step = { type: 'charge', charge: charge('step 1') } as const;
    await expectError(store().runs.commit('wr_1', [event, step], null, { now: 1000 }), 'not_found');
    expect(await store().timeline.read('wr_1', { limit: 10 })).toEqual([]);
  });
}

function account(members: Partial<BillingAccount> = {}): BillingAccount {
  return {
    billingId: 'bil_1',
    organizationId: acme,
    planTier: 'free',
    anchorAt: 0,
    periodStart: 0,
    periodEnd: 31 * 24 * 3_600_000,
    includedCredits: 100,
    creditsConsumed: 0,
    cachedCreditsConsumed: 0,
    browserUptimeMs: 0,
    overageEnabled: true,
    topupCreditsTotal: 0,
    topupCreditsUsed: 0,
    createdAt: 0,
    modifiedAt: 0,
    ...members,
  };
}

function charge(key: string, members: Partial<Charge> = {}): Charge {
  return { organizationId: acme, key, type: 'step', amount: 1, runId: 'wr_1', at: 1000, ...members };
}
