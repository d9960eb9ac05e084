import { Type, type WebhookDelivery } from '@runwright/contract';
import { date, dateOrNull, integerOrNull, text, textOrNull } from './field-schemas.ts';
import { formatDate, formatDateOrNull } from './format-date.ts';

/** A delivery of a webhook as the HTTP API responds with it. */
export const WebhookDeliveryRecord = Type.Object(
  {
    delivery_id: text,
    run_id: text,
    trigger: Type.Enum(['automatic', 'manual']),
    webhook_url: Type.String({ description: 'Its query is masked.' }),
    status: Type.Enum(['scheduled', 'sending', 'delivered', 'failed']),
    http_status: integerOrNull,
    latency_ms: Type.Union([Type.Number(), Type.Null()]),
    response_excerpt: textOrNull,
    error: textOrNull,
    created_at: date,
    finished_at: dateOrNull,
  },
  { title: 'WebhookDelivery' },
);
export type WebhookDeliveryRecord = Type.Static<typeof WebhookDeliveryRecord>;

/** Converts a delivery to its record. */
export function toWebhookDeliveryRecord(delivery: WebhookDelivery): WebhookDeliveryRecord {
  return {
    delivery_id: delivery.deliveryId,
    run_id: delivery.runId,
    trigger: delivery.trigger,
    webhook_url: delivery.webhookUrl.replace(/\?[^#]*/, '?*****'),
    status: delivery.status,
    http_status: delivery.httpStatus,
    latency_ms: delivery.latencyMs,
    response_excerpt: delivery.responseExcerpt,
    error: delivery.error,
    created_at: formatDate(delivery.createdAt),
    finished_at: formatDateOrNull(delivery.finishedAt),
  };
}
