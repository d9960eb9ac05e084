import {
  type BillingAccount,
  creditsRemaining,
  planTiers,
  Type,
  topupCreditsRemaining,
} from '@runwright/contract';
import { date, text } from './field-schemas.ts';
import { formatDate } from './format-date.ts';

const count = Type.Integer();

/** The billing state of an organization as the HTTP API responds with it. */
export const BillingRecord = Type.Object(
  {
    billing_id: text,
    organization_id: text,
    plan_tier: Type.Enum([...planTiers]),
    current_period_start: date,
    current_period_end: Type.String({ format: 'date-time', description: 'Exclusive.' }),
    included_credits_this_period: count,
    credits_consumed_this_period: Type.Integer({ description: 'One for each step of the agent.' }),
    cached_credits_consumed_this_period: Type.Integer({
      description: 'Page actions of scripts; they cost nothing.',
    }),
    overage_enabled: Type.Boolean({ description: 'Runs go on when no credits remain.' }),
    credits_enforced: Type.Boolean({
      description:
        'Whether the service refuses runs when no credits remain and overage is not enabled; false: it only counts.',
    }),
    browser_uptime_seconds_consumed: count,
    topup_credits_total: count,
    topup_credits_used: count,
    topup_credits_remaining: count,
    credits_remaining: Type.Integer({ description: 'Included ones and top-ups together.' }),
    created_at: date,
    modified_at: date,
  },
  { title: 'BillingState' },
);
export type BillingRecord = Type.Static<typeof BillingRecord>;

/** Converts an account to the record of its current period. `isEnforced`: whether runs without credits are refused. */
export function toBillingRecord(
  account: BillingAccount,
  { isEnforced }: { readonly isEnforced: boolean },
): BillingRecord {
  return {
    billing_id: account.billingId,
    organization_id: account.organizationId,
    plan_tier: account.planTier,
    current_period_start: formatDate(account.periodStart),
    current_period_end: formatDate(account.periodEnd),
    included_credits_this_period: account.includedCredits,
    credits_consumed_this_period: account.creditsConsumed,
    cached_credits_consumed_this_period: account.cachedCreditsConsumed,
    overage_enabled: account.overageEnabled,
    credits_enforced: isEnforced,
    browser_uptime_seconds_consumed: Math.floor(account.browserUptimeMs / 1000),
    topup_credits_total: account.topupCreditsTotal,
    topup_credits_used: account.topupCreditsUsed,
    topup_credits_remaining: topupCreditsRemaining(account),
    credits_remaining: creditsRemaining(account),
    created_at: formatDate(account.createdAt),
    modified_at: formatDate(account.modifiedAt),
  };
}
