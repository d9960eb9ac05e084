import {
  type BillingAccount,
  type Charge,
  chargedAccount,
  RunwrightError,
  type Store,
} from '@runwright/contract';
import type { Kysely } from 'kysely';
import type { Connection } from './connection.ts';
import { cutPage } from './page.ts';
import { prepared, value } from './prepared.ts';
import { forUpdate } from './row-locks.ts';
import { billingRows, chargeRows } from './rows.ts';
import type { Tables } from './tables.ts';
import { first, run, type Work } from './work.ts';

/** Billing accounts and the ledger. Reading and writing an account is one transaction, so no charge is lost between two. */
export function sqlBilling(db: Kysely<Tables>, connection: Connection): Store['billing'] {
  const accountOf = accountReader(db, 'look');
  const lockAccount = accountReader(db, 'lock');
  const putAccount = accountWriter(db);
  const addCharge = chargeWriter(db);
  const addAccount = prepared(
    db
      .insertInto('billing_accounts')
      .values(billingRows.values)
      .onConflict((key) => key.doNothing()),
  );
  return {
    get: (organizationId) => connection.read(() => accountOf(organizationId)),
    open: (account) =>
      connection.write(function* () {
        yield* run(addAccount, { ...billingRows.toRow(account) });
        return (yield* accountOf(account.organizationId)) ?? account;
      }),
    change: (organizationId, change) =>
      connection.write(function* () {
        const account = yield* lockAccount(organizationId);
        if (!account) return null;
        const changed = change(account);
        yield* putAccount(changed);
        return changed;
      }),
    charge: (charge) => connection.write(() => addCharge(charge)),
    async charges({ organizationId, page, pageSize }) {
      const rows = await db
        .selectFrom('charges')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('charged_at', 'desc')
        .orderBy('charge_key', 'desc')
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize)
        .execute();
      return cutPage(rows.map(chargeRows.fromRow), { page, pageSize });
    },
  };
}

function accountReader(db: Kysely<Tables>, locks: 'lock' | 'look') {
  const query = db
    .selectFrom('billing_accounts')
    .selectAll()
    .where('organization_id', '=', value<string>('organization_id'));
  const statement = prepared(locks === 'lock' ? query.$call(forUpdate(db)) : query);
  return function* (organizationId: string): Work<BillingAccount | null> {
    const row = yield* first(statement, { organization_id: organizationId });
    return row ? billingRows.fromRow(row) : null;
  };
}

function accountWriter(db: Kysely<Tables>) {
  const statement = prepared(
    db
      .updateTable('billing_accounts')
      .set(billingRows.values)
      .where('organization_id', '=', value<string>('organization_id')),
  );
  return (account: BillingAccount) => run(statement, { ...billingRows.toRow(account) });
}

/** Adds a charge and counts it, within a transaction; false when its key is known. Throws `not_found` without an account. */
export function chargeWriter(db: Kysely<Tables>): (charge: Charge) => Work<boolean> {
  const lockAccount = accountReader(db, 'lock');
  const putAccount = accountWriter(db);
  const statement = prepared(
    db
      .insertInto('charges')
      .values(chargeRows.values)
      .onConflict((key) => key.doNothing()),
  );
  return function* (charge) {
    const account = yield* lockAccount(charge.organizationId);
    if (!account) throw noAccount(charge.organizationId);
    if ((yield* run(statement, { ...chargeRows.toRow(charge) })) === 0) return false;
    yield* putAccount(chargedAccount(account, charge));
    return true;
  };
}

function noAccount(organizationId: string): RunwrightError {
  return new RunwrightError(
    'not_found',
    `Cannot charge organization \`${organizationId}\`: it has no billing account. Open one first.`,
  );
}
