import type { DeliveryWithRequest, Store } from '@runwright/contract';
import { newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';

/** Deliveries of webhooks in memory. */
export function memoryDeliveries(rows: Map<string, DeliveryWithRequest>): Store['deliveries'] {
  return {
    async put(delivery, request) {
      const kept = request ?? rows.get(delivery.deliveryId)?.request ?? null;
      rows.set(delivery.deliveryId, copyFrozen({ ...delivery, request: kept }));
    },
    async list(organizationId, runId) {
      return [...rows.values()]
        .filter((row) => row.organizationId === organizationId && row.runId === runId)
        .sort(
          newestFirst(
            (row) => row.createdAt,
            (row) => row.deliveryId,
          ),
        )
        .map(({ request: _, ...delivery }) => delivery);
    },
    async find(organizationId, runId, deliveryId) {
      const row = rows.get(deliveryId);
      return row?.organizationId === organizationId && row.runId === runId ? row : null;
    },
  };
}
