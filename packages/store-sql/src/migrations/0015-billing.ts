import type { Migration } from 'kysely/migration';

const counters = [
  'anchor_at',
  'period_start',
  'period_end',
  'included_credits',
  'credits_consumed',
  'cached_credits_consumed',
  'browser_uptime_ms',
  'overage_enabled',
  'topup_credits_total',
  'topup_credits_used',
  'created_at',
  'modified_at',
];

/** An account for each organization, and the ledger of what was charged: one row for each key. */
export const billing: Migration = {
  async up(db) {
    const account = db.schema
      .createTable('billing_accounts')
      .addColumn('organization_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('billing_id', 'text', (column) => column.notNull())
      .addColumn('plan_tier', 'text', (column) => column.notNull());
    await counters
      .reduce((table, name) => table.addColumn(name, 'bigint', (column) => column.notNull()), account)
      .execute();
    await db.schema
      .createTable('charges')
      .addColumn('organization_id', 'text', (column) => column.notNull())
      .addColumn('charge_key', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('run_id', 'text')
      .addColumn('charged_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('charges_key', ['organization_id', 'charge_key'])
      .execute();
    await db.schema
      .createIndex('charges_by_organization_id_charged_at')
      .on('charges')
      .columns(['organization_id', 'charged_at', 'charge_key'])
      .execute();
  },
};
