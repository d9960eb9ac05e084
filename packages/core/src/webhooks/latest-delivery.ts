import type { Run, WebhookDelivery } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';

/** Returns the newest delivery to the own address of a run, which decides its webhook status; null for none. */
export async function findLatestDelivery(
  { store }: Pick<EngineDeps, 'store'>,
  run: Run,
): Promise<WebhookDelivery | null> {
  const deliveries = await store.deliveries.list(run.organizationId, run.runId);
  return deliveries.find((delivery) => isToOwnAddress(run, delivery)) ?? null;
}

/** Returns whether a delivery goes to the own address of its run. */
export function isToOwnAddress(run: Run, { trigger, webhookUrl }: WebhookDelivery): boolean {
  return trigger === 'automatic' || webhookUrl === run.settings.webhookUrl;
}
