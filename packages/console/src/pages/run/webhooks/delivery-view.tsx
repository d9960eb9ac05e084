import type { WebhookDelivery } from '@runwright/client';
import { useState } from 'react';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Facts } from '../../../components/facts.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { Time } from '../../../components/values.tsx';
import { formatDuration, inWords } from '../../../lib/format.ts';
import { DeliveryRequest } from './delivery-request.tsx';
import './delivery.css';

/**
 * A delivery of the webhook: where it went, what was sent, and what the receiver answered. `open`: the request is shown at once and
 * not only when somebody asks for it.
 */
export function DeliveryView({
  delivery,
  open = false,
}: {
  readonly delivery: WebhookDelivery;
  readonly open?: boolean;
}) {
  const [isOpen, setOpen] = useState(open);
  return (
    <div className="stack delivery">
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
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Request</summary>
        {isOpen ? (
          <div className="stack">
            <DeliveryRequest delivery={delivery} />
          </div>
        ) : null}
      </details>
      {delivery.response_excerpt ? (
        <div>
          <h3>Answer of the receiver</h3>
          <CodeBlock label="Answer of the receiver" text={delivery.response_excerpt} />
        </div>
      ) : null}
    </div>
  );
}
