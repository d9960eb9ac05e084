/** One try to deliver a webhook. */
export interface WebhookDelivery {
  readonly deliveryId: string;
  readonly organizationId: string;
  readonly runId: string;
  readonly trigger: 'automatic' | 'manual';
  readonly webhookUrl: string;
  readonly status: 'scheduled' | 'sending' | 'delivered' | 'failed';
  readonly httpStatus: number | null;
  readonly latencyMs: number | null;
  /** First 2,048 characters of the answer. */
  readonly responseExcerpt: string | null;
  readonly error: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** Tries to deliver webhooks. */
export interface DeliveryRepository {
  /** Inserts or replaces by id. */
  put(delivery: WebhookDelivery): Promise<void>;
  /** Newest first. */
  list(organizationId: string, runId: string): Promise<readonly WebhookDelivery[]>;
}
