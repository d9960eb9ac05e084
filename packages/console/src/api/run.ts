import type { RunRecord, WebhookDelivery } from '@runwright/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { finalStatuses } from './runs.ts';
import { useClient } from './session.ts';

/** Reads a run, again and again until its end; the stream of events makes it faster, see `useRunTimeline`. */
export function useRun(runId: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.run(runId),
    queryFn: ({ signal }) => client.runs.get(runId, { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && finalStatuses.has(state.data.status) ? false : 3000,
  });
}

/** Reads the deliveries of a run's webhook; again while one is on its way. */
export function useWebhookDeliveries(runId: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.runPart(runId, 'deliveries'),
    queryFn: ({ signal }) => client.runs.webhookDeliveries(runId, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'scheduled' || status === 'sending') ? 1000 : false,
  });
}

/** Reads a delivery with what it sent; again when its status has changed. */
export function useWebhookDelivery({ run_id: runId, delivery_id: id, status }: WebhookDelivery) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.runPart(runId, 'delivery'), id, status],
    queryFn: ({ signal }) => client.runs.webhookDelivery(runId, id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Bodies are large: those that left the screen are dropped soon.
    gcTime: 30_000,
  });
}

/** Cancels a run. */
export function useCancelRun(runId: string) {
  const client = useClient();
  return useRunChange(runId, () => client.runs.cancel(runId));
}

/** Answers a run that waits for a person. */
export function useResumeRun(runId: string) {
  const client = useClient();
  return useRunChange(
    runId,
    (answer: { decision: 'approve' | 'reject'; comment: string | null; blockRunId: string }) =>
      client.runs.resume(runId, {
        decision: answer.decision,
        comment: answer.comment,
        workflow_run_block_id: answer.blockRunId,
      }),
  );
}

/** Sends the webhook of a run once more. */
export function useRetryWebhook(runId: string) {
  const client = useClient();
  return useRunChange(runId, (url: string | undefined) => client.runs.retryWebhook(runId, url));
}

/** Starts a run; the same request with the same key starts one run, also when it is sent twice. */
export function useStartRun() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ request, idempotencyKey }: StartOfRun) => client.runs.start(request, { idempotencyKey }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.allRuns }),
  });
}

/** What `useStartRun` sends. */
export interface StartOfRun {
  readonly request: Parameters<ReturnType<typeof useClient>['runs']['start']>[0];
  readonly idempotencyKey: string;
}

function useRunChange<Input>(runId: string, change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.run(runId) });
      await queries.invalidateQueries({ queryKey: queryKeys.allRuns });
    },
  });
}

/** Returns the value of a request's member as text; null when it has none. */
export function requestText(run: Pick<RunRecord, 'run_request'>, name: string): string | null {
  const value = run.run_request[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads the recording of a run as a ZIP file. */
export function useRunCassette(runId: string) {
  const client = useClient();
  return useMutation({
    mutationFn: async () => new Response(await client.runs.cassette(runId)).blob(),
  });
}
