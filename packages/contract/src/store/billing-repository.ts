import type { BillingAccount, Charge } from '../billing.ts';
import type { Page } from './page.ts';

/** Credits of organizations, and the ledger of what was charged. */
export interface BillingRepository {
  /** As it was last stored, perhaps in an earlier period. */
  get(organizationId: string): Promise<BillingAccount | null>;
  /** Adds the account unless the organization has one; returns the one that is stored then. */
  open(account: BillingAccount): Promise<BillingAccount>;
  /** Replaces the account by what `change` returns, in one transaction; null when there is none. `change` waits for nothing. */
  change(
    organizationId: string,
    change: (account: BillingAccount) => BillingAccount,
  ): Promise<BillingAccount | null>;
  /**
   * Adds an entry to the ledger and counts it, in one transaction, see `chargedAccount`. False when the organization has
   * an entry with this key: nothing changes then. Throws `not_found` when it has no account.
   */
  charge(charge: Charge): Promise<boolean>;
  /** The ledger, newest first, ties by key descending. `page` counts from 1. */
  charges(query: {
    readonly organizationId: string;
    readonly page: number;
    readonly pageSize: number;
  }): Promise<Page<Charge>>;
}
