import type { Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import { deliveryRows } from './rows.ts';
import type { Tables } from './tables.ts';

/** Delivery attempts of webhooks. */
export function sqlDeliveries(db: Kysely<Tables>): Store['deliveries'] {
  return {
    async put(delivery) {
      await db
        .insertInto('deliveries')
        .values(deliveryRows.toRow(delivery))
        .onConflict((key) => key.column('delivery_id').doUpdateSet(deliveryRows.excluded))
        .execute();
    },
    async list(organizationId, runId) {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('run_id', '=', runId)
        .orderBy('created_at', 'desc')
        .orderBy('delivery_id', 'desc')
        .execute();
      return rows.map(deliveryRows.fromRow);
    },
  };
}
