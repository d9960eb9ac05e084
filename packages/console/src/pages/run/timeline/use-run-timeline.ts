import { ApiError, type Artifact, type RunEvent } from '@runwright/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys } from '../../../api/query-keys.ts';
import { useClient } from '../../../api/session.ts';
import { emptyTimeline, timelineDataOf, withEvents } from './timeline-data.ts';

/** Whether the events of the run arrive. `ended`: there will be no more. */
export type Following = 'starting' | 'live' | 'reconnecting' | 'ended';

/** Time in ms in which events are collected before they are shown. */
const batchMs = 150;
/** Time in ms after which model calls and steps are read again. */
const callsMs = 1000;
/** Time in ms before the next try to reach a service that does not answer. */
const reconnectMs = 1500;

/** Reads the timeline of a run and follows its events to its end, also over a lost connection and a restart of the service. */
export function useRunTimeline(runId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const timelineKey = queryKeys.runPart(runId, 'timeline');
  const timeline = useQuery({
    queryKey: timelineKey,
    queryFn: async ({ signal }) => {
      const { items, lastEventId } = await client.runs.timelinePage(runId, { order: 'asc' }, { signal });
      return { data: timelineDataOf(items), lastEventId };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [following, setFollowing] = useState<Following>('starting');
  const isLoaded = timeline.data !== undefined;

  useEffect(() => {
    if (!isLoaded) return;
    const stop = new AbortController();
    let nextRead: ReturnType<typeof setTimeout> | undefined;
    void follow(stop.signal);
    return () => {
      stop.abort();
      if (nextRead === undefined) return;
      clearTimeout(nextRead);
      invalidateCalls();
    };

    function invalidateCalls(): void {
      for (const part of ['model-calls', 'steps'])
        void queries.invalidateQueries({ queryKey: queryKeys.runPart(runId, part) });
    }

    // Reading them costs more than an event, and nothing is lost by reading them a little later.
    function readCalls(): void {
      if (nextRead !== undefined) return;
      nextRead = setTimeout(() => {
        nextRead = undefined;
        invalidateCalls();
      }, callsMs);
    }

    async function follow(signal: AbortSignal): Promise<void> {
      const key = queryKeys.runPart(runId, 'timeline');
      let last = queries.getQueryData<{ lastEventId: number }>(key)?.lastEventId ?? 0;
      const batch = collectEvents(show, signal);
      while (!signal.aborted) {
        try {
          const options = {
            after: last,
            signal,
            onOpen: () => setFollowing('live'),
            onLost: () => setFollowing('reconnecting'),
          };
          for await (const event of client.runs.events(runId, options)) {
            last = event.id;
            batch(event);
          }
          return setFollowing('ended');
        } catch (error) {
          if (signal.aborted) return;
          if (error instanceof ApiError && error.status !== 0 && error.status < 500)
            return setFollowing('ended');
          setFollowing('reconnecting');
          await new Promise((resolve) => setTimeout(resolve, reconnectMs));
        }
      }
    }

    function show(events: readonly RunEvent[]): void {
      queries.setQueryData<typeof timeline.data>(queryKeys.runPart(runId, 'timeline'), (old) => ({
        data: withEvents(old?.data ?? emptyTimeline, events),
        lastEventId: events.at(-1)?.id ?? old?.lastEventId ?? 0,
      }));
      const artifacts = events.flatMap(({ event, data }) => (event === 'artifact' ? [data as Artifact] : []));
      if (artifacts.length > 0)
        queries.setQueryData<readonly Artifact[]>(queryKeys.runPart(runId, 'artifacts'), (old) =>
          old === undefined ? old : withArtifacts(old, artifacts),
        );
      const parts = new Set(events.map(({ event }) => event));
      if (parts.has('run') || parts.has('end'))
        void queries.invalidateQueries({ queryKey: queryKeys.run(runId), exact: true });
      if (parts.has('end'))
        void queries.invalidateQueries({ queryKey: queryKeys.runPart(runId, 'deliveries') });
      if (parts.has('artifact') || parts.has('end')) readCalls();
    }
  }, [runId, client, queries, isLoaded]);

  return { timeline, following };
}

/** Returns a function that takes events one by one and hands them on together. */
function collectEvents(
  show: (events: readonly RunEvent[]) => void,
  signal: AbortSignal,
): (event: RunEvent) => void {
  let waiting: RunEvent[] = [];
  return (event) => {
    waiting.push(event);
    if (waiting.length > 1) return;
    setTimeout(() => {
      const events = waiting;
      waiting = [];
      if (!signal.aborted) show(events);
    }, batchMs);
  };
}

function withArtifacts(old: readonly Artifact[], added: readonly Artifact[]): readonly Artifact[] {
  const known = new Set(old.map(({ artifact_id: id }) => id));
  return [...old, ...added.filter(({ artifact_id: id }) => !known.has(id))];
}
