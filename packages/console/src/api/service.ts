import type { Health, ListedRun, Readiness } from '@runwright/client';
import { useQuery } from '@tanstack/react-query';
import { serviceUrl } from '../lib/base-url.ts';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

const refreshMs = 5000;
/** Runs that are counted; the service tells no totals. */
export const mostCounted = 100;

/** Reads the health of the process that answers, again and again. */
export function useHealth() {
  return useQuery({
    queryKey: queryKeys.service('health'),
    queryFn: ({ signal }) => readState<Health>('/health', signal),
    refetchInterval: refreshMs,
  });
}

/** Reads whether the process that answers should get requests. */
export function useReadiness() {
  return useQuery({
    queryKey: queryKeys.service('ready'),
    queryFn: ({ signal }) => readState<Readiness>('/ready', signal),
    refetchInterval: refreshMs,
  });
}

/** Reads the version of the service. */
export function useVersion() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.service('version'),
    queryFn: ({ signal }) => client.service.version({ signal }),
    refetchInterval: 60_000,
  });
}

/** Reads the models that requests may name. */
export function useModels() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.service('models'),
    queryFn: ({ signal }) => client.service.models({ signal }),
    refetchInterval: 60_000,
  });
}

/** Counts the runs of the organization with a status, up to `mostCounted`. */
export function useRunCount(status: ListedRun['status']) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.service(`runs-${status}`),
    queryFn: async ({ signal }) =>
      (await client.runs.list({ status: [status], page_size: mostCounted }, { signal })).length,
    refetchInterval: refreshMs,
  });
}

/** The client throws what a 503 says away, and that says what is unavailable. */
async function readState<State>(path: string, signal: AbortSignal): Promise<State> {
  const response = await fetch(serviceUrl + path, { signal, cache: 'no-store' });
  if (response.status !== 200 && response.status !== 503)
    throw new Error(
      `The service answered ${response.status} to ${path}. Check what is between it and this page.`,
    );
  return (await response.json()) as State;
}
