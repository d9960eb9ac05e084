import { ApiError } from '@runwright/client';
import { useNavigate } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useRef } from 'react';
import { type StartOfRun, useStartRun } from '../../api/run.ts';
import { Button } from '../../components/button.tsx';
import { ErrorState, plainMessage } from '../../components/states.tsx';
import { randomId } from '../../lib/random-id.ts';

/** Sends the request of a form, and opens the run. */
export interface Start {
  readonly isBusy: boolean;
  readonly error: Error | null;
  send(request: StartOfRun['request']): void;
}

/** Creates what sends the request of a form. `onProblems` gets what the service says about single members. */
export function useStart(onProblems: (problems: Readonly<Record<string, string>>) => void): Start {
  const start = useStartRun();
  const navigate = useNavigate();
  // A second press of the button, or a repeat after a lost answer, starts no second run.
  const sent = useRef({ body: '', key: '' });
  return {
    isBusy: start.isPending,
    error: start.error,
    send(request) {
      const body = JSON.stringify(request);
      if (sent.current.body !== body) sent.current = { body, key: randomId() };
      start.mutate(
        { request, idempotencyKey: sent.current.key },
        {
          onSuccess: ({ runId }) => void navigate({ to: '/runs/$runId', params: { runId } }),
          onError: (error) => onProblems(problemsOf(error, request)),
        },
      );
    },
  };
}

/** Button that starts the run, and why it did not start. */
export function StartButton({ start }: { readonly start: Start }) {
  return (
    <>
      {start.error ? <ErrorState error={start.error} /> : null}
      <div className="row">
        <Button type="submit" tone="primary" busy={start.isBusy} icon={<Play size={16} aria-hidden />}>
          Start
        </Button>
      </div>
    </>
  );
}

/** The last name of the place in the request is that of the field. A refused address is told without a place, by its host. */
function problemsOf(error: unknown, request: StartOfRun['request']): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  const { webhook_url: webhook } = request;
  const host = webhook && URL.canParse(webhook) ? new URL(webhook).hostname : null;
  const isWebhook = error.code === 'bad_request' && host !== null && error.reason.includes(host);
  return {
    ...(isWebhook ? { webhook_url: error.reason } : {}),
    ...Object.fromEntries(error.items.map(({ loc, msg }) => [loc.at(-1) ?? '', plainMessage(msg)])),
  };
}
