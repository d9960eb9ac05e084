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

/** Bytes of a body that a delivery keeps: 256 KiB. */
export const keptBodyBytes = 262_144;

/** The part of a delivery's request that is kept. It has no secret: the values of secret headers and queries are masked. */
export interface SentRequest {
  /** The headers that the service sets, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, at most its first {@link keptBodyBytes}. */
  readonly body: string;
  /** Bytes of the body that was sent. */
  readonly bodyBytes: number;
  /** Bytes at the end of the body that are not kept. */
  readonly bodyBytesCut: number;
}

/** A delivery with the request that it sent; null before it is sent, and for deliveries of versions that kept none. */
export interface DeliveryWithRequest extends WebhookDelivery {
  readonly request: SentRequest | null;
}

/** Tries to deliver webhooks. */
export interface DeliveryRepository {
  /** Inserts or replaces by id. `request` is kept with the delivery; without it, the one that was given before stays. */
  put(delivery: WebhookDelivery, request?: SentRequest): Promise<void>;
  /** Newest first, without their requests. */
  list(organizationId: string, runId: string): Promise<readonly WebhookDelivery[]>;
  /** Returns a delivery of a run; null when the run has none with this id. */
  find(organizationId: string, runId: string, deliveryId: string): Promise<DeliveryWithRequest | null>;
}
