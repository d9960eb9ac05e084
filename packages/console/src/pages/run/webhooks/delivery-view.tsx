import type { WebhookDelivery } from '@runwright/client';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Facts } from '../../../components/facts.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { Time } from '../../../components/values.tsx';
import { formatDuration, inWords } from '../../../lib/format.ts';

/** A delivery of the webhook: where it went, and what the receiver answered. */
export function DeliveryView({ delivery }: { readonly delivery: WebhookDelivery }) {
  return (
    <div className="stack">
      <Facts
        facts={{
          Status: <StatusBadge status={delivery.status} />,
          Address: delivery.webhook_url,
          Cause: inWords(delivery.trigger),
          'HTTP status': delivery.http_status,
          Latency: delivery.latency_ms === null ? null : formatDuration(delivery.latency_ms),
          Sent: <Time at={delivery.created_at} />,
          Error: delivery.error,
        }}
      />
      {delivery.response_excerpt ? (
        <div>
          <h3>Answer of the receiver</h3>
          <CodeBlock label="Answer of the receiver" text={delivery.response_excerpt} />
        </div>
      ) : null}
    </div>
  );
}
