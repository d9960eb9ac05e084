import type { Store, WebhookDelivery } from '@runwright/contract';
import { newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';

/** Deliveries of webhooks in memory. */
export function memoryDeliveries(rows: Map<string, WebhookDelivery>): Store['deliveries'] {
  return {
    async put(delivery) {
      rows.set(delivery.deliveryId, copyFrozen(delivery));
    },
    async list(organizationId, runId) {
      return [...rows.values()]
        .filter((row) => row.organizationId === organizationId && row.runId === runId)
        .sort(
          newestFirst(
            (row) => row.createdAt,
            (row) => row.deliveryId,
          ),
        );
    },
  };
}
