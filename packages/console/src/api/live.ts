import {
  ApiError,
  liveProtocols,
  type RunRecord,
  type ServiceClient,
  type TimelineItem,
} from '@runwright/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { serviceUrl } from '../lib/base-url.ts';
import type { LiveAddress } from '../lib/live/live-connection.ts';
import { queryKeys } from './query-keys.ts';
import { finalStatuses } from './runs.ts';
import { useClient } from './session.ts';

/** What can be watched. */
export interface LiveSource {
  readonly kind: 'run' | 'session';
  readonly id: string;
}

const resources = { run: 'runs', session: 'browser_sessions' } as const;
const refreshMs = 2000;

/** Asks for a token that may control, or one to watch when the key may not control; returns the address of the WebSocket. */
export async function liveAddress(
  { kind, id }: LiveSource,
  { client, signal }: { readonly client: ServiceClient; readonly signal: AbortSignal },
): Promise<LiveAddress> {
  try {
    const given = await client.live.token(id, { control: true, signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 403) return client.live.token(id, { signal });
      throw error;
    });
    // An older service does not tell the reason.
    if (given.unavailable_reason) return { ok: false, phase: 'waiting', reason: given.unavailable_reason };
    const base = serviceUrl.replace(/^http/, 'ws');
    const path = `/v1/${resources[kind]}/${encodeURIComponent(id)}/live`;
    return { ok: true, url: `${base}${path}`, protocols: liveProtocols(given.token) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, reason } = error;
    const isPassing = status === 0 || status === 429 || status >= 500;
    return { ok: false, phase: isPassing ? 'lost' : 'refused', reason };
  }
}

/** Reads a run while it is watched. */
export function useWatchedRun(runId: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.run(runId),
    queryFn: ({ signal }) => client.runs.get(runId, { signal }),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : refreshMs),
  });
}

/** Reads the timeline of a run while it is watched: after the first time, only the items that changed. */
export function useWatchedTimeline(runId: string, isOver: boolean) {
  const client = useClient();
  const queries = useQueryClient();
  const queryKey = queryKeys.live('timeline', runId);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<WatchedTimeline> => {
      const before = queries.getQueryData<WatchedTimeline>(queryKey);
      const { items, lastEventId } = await client.runs.timelinePage(
        runId,
        { order: 'asc', ...(before ? { after: before.lastEventId } : {}) },
        { signal },
      );
      return { items: withItems(before?.items ?? [], items), lastEventId };
    },
    // What ends with the run, such as the control of a person, is recorded after the run.
    refetchInterval: ({ state }) => (isOver && !state.data?.items.some(goesOn) ? false : refreshMs),
    structuralSharing: false,
  });
}

/** Timeline of a run up to an event. */
export interface WatchedTimeline {
  readonly items: readonly TimelineItem[];
  readonly lastEventId: number;
}

/** Returns the items after a change, which names of the children only those that changed. */
function withItems(before: readonly TimelineItem[], changed: readonly TimelineItem[]): TimelineItem[] {
  const all = new Map(before.map((item) => [timelineItemId(item), item]));
  for (const item of changed) {
    const id = timelineItemId(item);
    all.set(id, { ...item, children: withItems(all.get(id)?.children ?? [], item.children) });
  }
  return [...all.values()];
}

function goesOn({ block, take_over: takeOver, children }: TimelineItem): boolean {
  const status = block?.status ?? takeOver?.status;
  return status === 'running' || status === 'paused' || children.some(goesOn);
}

/** Reads a browser session while it is watched. */
export function useWatchedSession(sessionId: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.live('session', sessionId),
    queryFn: ({ signal }) => client.browserSessions.get(sessionId, { signal }),
    refetchInterval: 5000,
    retry: (_count, error) => !(error instanceof ApiError && error.status === 404),
  });
}

/** Returns the id of an item of a timeline, of whatever type it is. */
export function timelineItemId({
  block,
  thought,
  take_over: takeOver,
  created_at: at,
}: TimelineItem): string {
  return block?.workflow_run_block_id ?? thought?.thought_id ?? takeOver?.take_over_id ?? at;
}

function isOver(run: RunRecord | undefined): boolean {
  return run !== undefined && finalStatuses.has(run.status);
}
