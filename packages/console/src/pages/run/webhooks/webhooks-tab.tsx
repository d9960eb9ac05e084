import { useState } from 'react';
import { requestText, useRetryWebhook, useWebhookDeliveries } from '../../../api/run.ts';
import { finalStatuses } from '../../../api/runs.ts';
import { Button } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import { EmptyState, ErrorState, Loading } from '../../../components/states.tsx';
import { useToasts } from '../../../components/toasts.tsx';
import { useRunView } from '../run-context.ts';
import { DeliveryView } from './delivery-view.tsx';

/** Deliveries of the run's webhook, and a form that sends it again. */
export function WebhooksTab() {
  const { run } = useRunView();
  const deliveries = useWebhookDeliveries(run.run_id);
  if (deliveries.error)
    return <ErrorState error={deliveries.error} onRetry={() => void deliveries.refetch()} />;
  if (!deliveries.data) return <Loading label="Loading deliveries…" />;
  const isOver = finalStatuses.has(run.status);
  return (
    <div className="stack">
      {isOver ? <SendAgain runId={run.run_id} known={requestText(run, 'webhook_url') ?? ''} /> : null}
      {deliveries.data.length === 0 ? (
        <EmptyState title="Nothing was sent">
          {isOver
            ? 'The request of this run named no webhook. Enter an address above to send it now.'
            : 'The webhook is sent when the run has ended.'}
        </EmptyState>
      ) : (
        <ul className="stack">
          {deliveries.data.map((delivery, index) => (
            <li key={delivery.delivery_id} className="card">
              <DeliveryView delivery={delivery} open={index === 0} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function SendAgain({ runId, known }: { readonly runId: string; readonly known: string }) {
  const [url, setUrl] = useState('');
  const retry = useRetryWebhook(runId);
  const toasts = useToasts();
  return (
    <form
      className="card row top"
      onSubmit={(event) => {
        event.preventDefault();
        retry.mutate(url.trim() || undefined, {
          onSuccess: () => toasts.done('The webhook is being sent. Its result appears below.'),
          onError: toasts.failed,
        });
      }}
    >
      <div className="grow">
        <TextField
          label="Send to"
          type="url"
          placeholder={known || 'https://example.com/hook'}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          hint={known ? 'Empty: the address of the run.' : undefined}
        />
      </div>
      <Button
        type="submit"
        className="beside-field"
        busy={retry.isPending}
        disabled={url.trim() === '' && known === ''}
      >
        {known ? 'Send again' : 'Send'}
      </Button>
    </form>
  );
}
