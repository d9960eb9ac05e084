import type { BillingAccount, Charge, Page, PlanTier } from '@runwright/contract';
import type { Spending, SpendingQuery } from './spending.ts';

/**
 * Credits of organizations. Every call opens the account on first use, with the plan `free`, and returns it in its
 * current period. Plan, top-ups and overage are changed by the host alone.
 */
export interface BillingApi {
  /** Whether runs without credits are refused, as `settings.billing.enforce` says. */
  readonly isEnforced: boolean;
  state(organizationId: string): Promise<BillingAccount>;
  /** Changes the plan now; what the period has consumed stays. Throws `invalid_input` for an unknown plan. */
  setPlan(organizationId: string, planTier: PlanTier): Promise<BillingAccount>;
  /**
   * Adds credits that never expire. `key` names the purchase: one that is reported twice counts once. Default: a new
   * one. Throws `invalid_input` unless `credits` is a whole number from 1.
   */
  addTopup(
    organizationId: string,
    options: { readonly credits: number; readonly key?: string },
  ): Promise<BillingAccount>;
  /** Decides whether runs go on, with enforcement, after all credits are used. */
  setOverage(organizationId: string, enabled: boolean): Promise<BillingAccount>;
  /** The ledger, newest first. `page` counts from 1. */
  charges(
    organizationId: string,
    query?: { readonly page?: number; readonly pageSize?: number },
  ): Promise<Page<Charge>>;
  /**
   * What the model calls of runs have used, by day and by workflow; reads at most 20,000 runs. Throws `invalid_input` for days that are
   * none, or more than 366.
   */
  spending(organizationId: string, query?: SpendingQuery): Promise<Spending>;
}
