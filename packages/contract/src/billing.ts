import { defaults } from './defaults.ts';

/** Plan of an organization; its size is the number of credits that a period includes. */
export type PlanTier = keyof typeof defaults.planCredits;

/** The plans, smallest first. */
export const planTiers = Object.keys(defaults.planCredits) as readonly PlanTier[];

/** The credits of an organization, as of the period in which it was last charged or read. Times are epoch ms. */
export interface BillingAccount {
  /** `bil_` */
  readonly billingId: string;
  readonly organizationId: string;
  readonly planTier: PlanTier;
  /** The instant from which months are counted: when the organization was created. */
  readonly anchorAt: number;
  readonly periodStart: number;
  /** Exclusive: the start of the next period. */
  readonly periodEnd: number;
  /** Credits that the plan includes in a period. */
  readonly includedCredits: number;
  /** Credits of steps in the period, whatever paid for them. */
  readonly creditsConsumed: number;
  /** Page actions of scripts in the period; they cost nothing. */
  readonly cachedCreditsConsumed: number;
  /** Time in ms that browsers ran in the period. */
  readonly browserUptimeMs: number;
  /** True when steps go on after all credits are used. */
  readonly overageEnabled: boolean;
  readonly topupCreditsTotal: number;
  readonly topupCreditsUsed: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** An entry of the ledger. An organization has one entry for a key, so a charge that is reported twice counts once. */
export interface Charge {
  readonly organizationId: string;
  /** What is charged, such as the run and the step; unique within the organization. */
  readonly key: string;
  /**
   * `step`: an agent's step; `script_action`: a page action of a script; `browser_uptime`: a browser that ran;
   * `topup`: credits that were bought.
   */
  readonly type: 'step' | 'script_action' | 'browser_uptime' | 'topup';
  /** Credits of a step or top-up, actions of a script, ms of a browser. At least 0. */
  readonly amount: number;
  /** Null for what belongs to no run. */
  readonly runId: string | null;
  /** Epoch ms; decides the period. */
  readonly at: number;
}

/** Returns the account in the period of an instant: counters begin at 0 in each, top-ups stay. */
export function accountAt(account: BillingAccount, at: number): BillingAccount {
  if (at < account.periodEnd) return account;
  return {
    ...account,
    ...billingPeriodAt(account.anchorAt, at),
    creditsConsumed: 0,
    cachedCreditsConsumed: 0,
    browserUptimeMs: 0,
    modifiedAt: at,
  };
}

/** Returns the account after a charge: included credits are used first, then top-ups, then overage. */
export function chargedAccount(account: BillingAccount, charge: Charge): BillingAccount {
  const current = { ...accountAt(account, charge.at), modifiedAt: Math.max(account.modifiedAt, charge.at) };
  const { amount } = charge;
  switch (charge.type) {
    case 'step': {
      const left = Math.max(0, current.includedCredits - current.creditsConsumed);
      const topup = Math.min(topupCreditsRemaining(current), Math.max(0, amount - left));
      return {
        ...current,
        creditsConsumed: current.creditsConsumed + amount,
        topupCreditsUsed: current.topupCreditsUsed + topup,
      };
    }
    case 'script_action':
      return { ...current, cachedCreditsConsumed: current.cachedCreditsConsumed + amount };
    case 'browser_uptime':
      return { ...current, browserUptimeMs: current.browserUptimeMs + amount };
    case 'topup':
      return { ...current, topupCreditsTotal: current.topupCreditsTotal + amount };
  }
}

/** Returns the top-up credits that are not used yet. */
export function topupCreditsRemaining(account: BillingAccount): number {
  return Math.max(0, account.topupCreditsTotal - account.topupCreditsUsed);
}

/** Returns the credits that may still be used, overage left aside; never below 0. */
export function creditsRemaining(account: BillingAccount): number {
  return Math.max(0, account.includedCredits - account.creditsConsumed) + topupCreditsRemaining(account);
}

/**
 * Returns the period of an instant: a calendar month in UTC that begins on the day and time of the anchor. In a shorter
 * month the day is its last one; the next period has the anchor's day again.
 */
export function billingPeriodAt(
  anchorAt: number,
  at: number,
): Pick<BillingAccount, 'periodStart' | 'periodEnd'> {
  const [from, to] = [new Date(anchorAt), new Date(Math.max(anchorAt, at))];
  let months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  if (addMonths(from, months) > to.getTime()) months -= 1;
  return { periodStart: addMonths(from, months), periodEnd: addMonths(from, months + 1) };
}

function addMonths(date: Date, months: number): number {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + timeOfDay;
}
