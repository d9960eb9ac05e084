import { type DeliveryWithRequest, keptBodyBytes, Type, type WebhookDelivery } from '@runwright/contract';
import { date, dateOrNull, integerOrNull, text, textOrNull } from './field-schemas.ts';
import { formatDate, formatDateOrNull } from './format-date.ts';
import { maskQuery } from './mask-query.ts';

const deliveryMembers = {
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
};

/** A delivery of a webhook as the HTTP API responds with it. */
export const WebhookDeliveryRecord = Type.Object(deliveryMembers, { title: 'WebhookDelivery' });
export type WebhookDeliveryRecord = Type.Static<typeof WebhookDeliveryRecord>;

const WebhookRequestRecord = Type.Object(
  {
    headers: Type.Record(Type.String(), text, {
      description:
        'Those that the service sets, by lower-case name; the value of `x-service-signature` is masked.',
    }),
    body: Type.String({
      description: `The body, at most its first ${keptBodyBytes.toLocaleString('en')} bytes; the query of its \`webhook_callback_url\` is masked.`,
    }),
    body_bytes: Type.Integer({ description: 'Bytes of the body that was sent.' }),
    body_bytes_cut: Type.Integer({ description: 'Bytes at its end that are not kept; 0 when it is whole.' }),
  },
  { title: 'WebhookRequest' },
);

/** A delivery with the request that it sent. */
export const WebhookDeliveryDetails = Type.Object(
  {
    ...deliveryMembers,
    request: Type.Union([WebhookRequestRecord, Type.Null()], {
      description: 'Null before it is sent, and when it was not kept: deliveries of earlier versions.',
    }),
  },
  { title: 'WebhookDeliveryDetails' },
);
export type WebhookDeliveryDetails = Type.Static<typeof WebhookDeliveryDetails>;

/** Converts a delivery to its record. */
export function toWebhookDeliveryRecord(delivery: WebhookDelivery): WebhookDeliveryRecord {
  return {
    delivery_id: delivery.deliveryId,
    run_id: delivery.runId,
    trigger: delivery.trigger,
    webhook_url: maskQuery(delivery.webhookUrl),
    status: delivery.status,
    http_status: delivery.httpStatus,
    latency_ms: delivery.latencyMs,
    response_excerpt: delivery.responseExcerpt,
    error: delivery.error,
    created_at: formatDate(delivery.createdAt),
    finished_at: formatDateOrNull(delivery.finishedAt),
  };
}

/** Converts a delivery with its request to its record. */
export function toWebhookDeliveryDetails(delivery: DeliveryWithRequest): WebhookDeliveryDetails {
  const { request } = delivery;
  return {
    ...toWebhookDeliveryRecord(delivery),
    request: request && {
      headers: { ...request.headers },
      body: request.body,
      body_bytes: request.bodyBytes,
      body_bytes_cut: request.bodyBytesCut,
    },
  };
}
