import { describe, expect, it } from 'vitest';
import {
  accountAt,
  type BillingAccount,
  billingPeriodAt,
  type Charge,
  chargedAccount,
  creditsRemaining,
} from './billing.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const period = (anchor: string, now: string) => {
  const { periodStart, periodEnd } = billingPeriodAt(at(anchor), at(now));
  return [periodStart, periodEnd].map((time) => new Date(time).toISOString().slice(0, 16));
};

describe('a billing period', () => {
  it.each([
    ['2026-01-15T10:30', '2026-01-15T10:30', ['2026-01-15T10:30', '2026-02-15T10:30']],
    ['2026-01-15T10:30', '2026-02-15T10:29', ['2026-01-15T10:30', '2026-02-15T10:30']],
    ['2026-01-15T10:30', '2026-02-15T10:30', ['2026-02-15T10:30', '2026-03-15T10:30']],
    ['2025-12-31T00:00', '2026-01-01T00:00', ['2025-12-31T00:00', '2026-01-31T00:00']],
  ])('from %s is a calendar month at %s', (anchor, now, expected) => {
    expect(period(anchor, now)).toEqual(expected);
  });

  it.each([
    ['2026-01-31T08:00', '2026-02-10T00:00', ['2026-01-31T08:00', '2026-02-28T08:00']],
    ['2026-01-31T08:00', '2026-02-28T08:00', ['2026-02-28T08:00', '2026-03-31T08:00']],
    ['2026-01-31T08:00', '2026-04-30T07:59', ['2026-03-31T08:00', '2026-04-30T08:00']],
    ['2028-01-31T08:00', '2028-02-29T08:00', ['2028-02-29T08:00', '2028-03-31T08:00']],
    ['2028-02-29T08:00', '2029-02-28T08:00', ['2029-02-28T08:00', '2029-03-29T08:00']],
    ['2028-02-29T08:00', '2032-02-29T07:59', ['2032-01-29T08:00', '2032-02-29T08:00']],
  ])('from %s ends on the last day of a shorter month, at %s', (anchor, now, expected) => {
    expect(period(anchor, now)).toEqual(expected);
  });

  it('is never before the anchor, whatever the clock says', () => {
    expect(period('2026-01-31T08:00', '2025-06-01T00:00')[0]).toBe('2026-01-31T08:00');
  });
});

const account = (members: Partial<BillingAccount> = {}): BillingAccount => ({
  billingId: 'bil_1',
  organizationId: 'o_1',
  planTier: 'free',
  anchorAt: at('2026-01-31T00:00'),
  ...billingPeriodAt(at('2026-01-31T00:00'), at('2026-02-01T00:00')),
  includedCredits: 3,
  creditsConsumed: 0,
  cachedCreditsConsumed: 0,
  browserUptimeMs: 0,
  overageEnabled: false,
  topupCreditsTotal: 2,
  topupCreditsUsed: 0,
  createdAt: 0,
  modifiedAt: 0,
  ...members,
});
const charge = (type: Charge['type'], members: Partial<Charge> = {}): Charge => ({
  organizationId: 'o_1',
  key: 'k',
  type,
  amount: 1,
  runId: null,
  at: at('2026-02-01T00:00'),
  ...members,
});

it('steps use included credits, then top-ups, then overage, and the rest is never below 0', () => {
  let current = account();
  const seen: number[][] = [];
  for (let step = 0; step < 7; step += 1) {
    current = chargedAccount(current, charge('step'));
    seen.push([current.creditsConsumed, current.topupCreditsUsed, creditsRemaining(current)]);
  }
  expect(seen).toEqual([
    [1, 0, 4],
    [2, 0, 3],
    [3, 0, 2],
    [4, 1, 1],
    [5, 2, 0],
    [6, 2, 0],
    [7, 2, 0],
  ]);
});

it('actions of scripts and uptime lower no balance', () => {
  const scripted = chargedAccount(account(), charge('script_action'));
  const both = chargedAccount(scripted, charge('browser_uptime', { amount: 1500 }));
  expect(both).toMatchObject({ cachedCreditsConsumed: 1, browserUptimeMs: 1500, creditsConsumed: 0 });
  expect(creditsRemaining(both)).toBe(5);
});

it('the first charge after the end of a period begins the next one, and top-ups stay', () => {
  const used = account({
    creditsConsumed: 4,
    topupCreditsUsed: 1,
    cachedCreditsConsumed: 9,
    browserUptimeMs: 9,
  });
  const next = chargedAccount(used, charge('step', { at: at('2026-05-02T00:00') }));
  expect(next).toMatchObject({
    ...billingPeriodAt(used.anchorAt, at('2026-05-02T00:00')),
    creditsConsumed: 1,
    cachedCreditsConsumed: 0,
    browserUptimeMs: 0,
    topupCreditsUsed: 1,
  });
  expect(creditsRemaining(next)).toBe(3);
  expect(accountAt(used, used.periodEnd - 1)).toBe(used);
  expect(accountAt(used, used.periodEnd).creditsConsumed).toBe(0);
});
