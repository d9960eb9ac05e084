import type { SentRequest, Store } from '@runwright/contract';
import type { Kysely } from 'kysely';
import { deliveryRows, sentRequestRows } from './rows.ts';
import type { DeliveryTable, Tables } from './tables.ts';

/** Delivery attempts of webhooks. */
export function sqlDeliveries(db: Kysely<Tables>): Store['deliveries'] {
  return {
    async put(delivery, request) {
      const sent = request ? sentRequestRows.toRow(request) : {};
      await db
        .insertInto('deliveries')
        .values({ ...deliveryRows.toRow(delivery), ...sent })
        .onConflict((key) =>
          key
            .column('delivery_id')
            .doUpdateSet({ ...deliveryRows.excluded, ...(request ? sentRequestRows.excluded : {}) }),
        )
        .execute();
    },
    async list(organizationId, runId) {
      const rows = await db
        .selectFrom('deliveries')
        // Not all: bodies are large.
        .select(deliveryRows.columns)
        .where('organization_id', '=', organizationId)
        .where('run_id', '=', runId)
        .orderBy('created_at', 'desc')
        .orderBy('delivery_id', 'desc')
        .execute();
      return rows.map(deliveryRows.fromRow);
    },
    async find(organizationId, runId, deliveryId) {
      const row = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('delivery_id', '=', deliveryId)
        .where('organization_id', '=', organizationId)
        .where('run_id', '=', runId)
        .executeTakeFirst();
      return row === undefined ? null : { ...deliveryRows.fromRow(row), request: requestOf(row) };
    },
  };
}

function requestOf(row: DeliveryTable): SentRequest | null {
  const { request_headers, request_body, request_body_bytes, request_body_bytes_cut } = row;
  if (request_body === null || request_body_bytes === null || request_body_bytes_cut === null) return null;
  return sentRequestRows.fromRow({
    request_headers,
    request_body,
    request_body_bytes,
    request_body_bytes_cut,
  });
}
