import {
  type BillingAccount,
  type Charge,
  chargedAccount,
  RunwrightError,
  type Store,
} from '@runwright/contract';
import { newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { cutPage } from './cut-page.ts';

/** Billing accounts by organization, and their charges by organization and key. */
export interface BillingTables {
  readonly accounts: Map<string, BillingAccount>;
  readonly charges: Map<string, Map<string, Charge>>;
}

/** The billing calls of the memory store. Nothing awaits inside them, so each one is a transaction. */
export function memoryBilling(tables: BillingTables): Store['billing'] {
  const { accounts } = tables;
  return {
    async get(organizationId) {
      return accounts.get(organizationId) ?? null;
    },
    async open(account) {
      const stored = accounts.get(account.organizationId) ?? copyFrozen(account);
      accounts.set(account.organizationId, stored);
      return stored;
    },
    async change(organizationId, change) {
      const account = accounts.get(organizationId);
      if (!account) return null;
      const changed = copyFrozen(change(account));
      accounts.set(organizationId, changed);
      return changed;
    },
    async charge(charge) {
      assertAccounts(tables, [charge]);
      return addCharge(tables, copyFrozen(charge));
    },
    async charges({ organizationId, ...page }) {
      const order = newestFirst<Charge>(
        (row) => row.at,
        (row) => row.key,
      );
      return cutPage([...(tables.charges.get(organizationId)?.values() ?? [])].sort(order), page);
    },
  };
}

/** Throws `not_found` for a charge to an organization without an account. */
export function assertAccounts(tables: BillingTables, charges: readonly Charge[]): void {
  const unknown = charges.find(({ organizationId }) => !tables.accounts.has(organizationId));
  if (unknown === undefined) return;
  throw new RunwrightError(
    'not_found',
    `Cannot charge organization \`${unknown.organizationId}\`: it has no billing account. Open one first.`,
  );
}

/** Adds a frozen charge and counts it; false when its key is known. */
export function addCharge(tables: BillingTables, charge: Charge): boolean {
  const { organizationId, key } = charge;
  const known = tables.charges.get(organizationId) ?? new Map<string, Charge>();
  const account = tables.accounts.get(organizationId);
  if (known.has(key) || !account) return false;
  tables.charges.set(organizationId, known.set(key, charge));
  tables.accounts.set(organizationId, Object.freeze(chargedAccount(account, charge)));
  return true;
}
