import type { WebhookDelivery, WebhookDeliveryDetails } from '@runwright/client';
import { useState } from 'react';
import { useWebhookDelivery } from '../../../api/run.ts';
import { Button } from '../../../components/button.tsx';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Facts } from '../../../components/facts.tsx';
import { ErrorState, Loading } from '../../../components/states.tsx';
import { formatBytes, formatNumber } from '../../../lib/format.ts';
import { indentJson } from '../../../lib/indent-json.ts';

/** The request of a delivery: headers and body. It is read when it is shown, because bodies are large. */
export function DeliveryRequest({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { data, error, refetch } = useWebhookDelivery(delivery);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="Loading the request…" />;
  if (data.request === null)
    return (
      <p className="muted">
        {delivery.status === 'scheduled'
          ? 'Nothing is sent yet.'
          : 'What was sent is not kept: an earlier version of the service sent it, or it failed before there was a body.'}
      </p>
    );
  const { headers, ...body } = data.request;
  return (
    <>
      <Facts wide facts={{ ...headers, [signature]: headers[signature] ? signed : null }} />
      <SentBody sent={body} />
    </>
  );
}

type Sent = Omit<NonNullable<WebhookDeliveryDetails['request']>, 'headers'>;

const signature = 'x-service-signature';
const signed = 'HMAC-SHA256 of the body; its value is not kept';

function SentBody({ sent }: { readonly sent: Sent }) {
  const [isIndented, setIndented] = useState(true);
  const { body, body_bytes: bytes, body_bytes_cut: cut } = sent;
  return (
    <div className="delivery-body">
      <div className="row">
        <h4 className="grow">
          Body <span className="muted">{formatBytes(bytes)}</span>
        </h4>
        <Button small onClick={() => setIndented(!isIndented)}>
          {isIndented ? 'Show as sent' : 'Show indented'}
        </Button>
      </div>
      {cut > 0 ? (
        <p className="notice" data-tone="warn">
          Only the beginning is kept: the receiver was sent {formatNumber(bytes)} bytes, and the last{' '}
          {formatNumber(cut)} of them are not shown.
        </p>
      ) : null}
      <CodeBlock label="Body that was sent" text={isIndented ? indentJson(body) : body} />
    </div>
  );
}
