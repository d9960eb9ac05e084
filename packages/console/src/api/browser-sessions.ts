import type { BrowserSessionRequest } from '@runwright/client';
import { useQuery } from '@tanstack/react-query';
import { useInvalidating } from './invalidating.ts';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

const refreshMs = 3000;

/** Reads the browser sessions that have not ended, the newest first, again and again while the page is visible. */
export function useBrowserSessions() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.browserSessions,
    queryFn: ({ signal }) => client.browserSessions.list({ signal }),
    refetchInterval: refreshMs,
  });
}

/** Returns what opens and closes browser sessions. */
export function useBrowserSessionChanges() {
  const { browserSessions } = useClient();
  const invalidating = useInvalidating(queryKeys.browserSessions);
  return {
    create: (request: BrowserSessionRequest) => invalidating(browserSessions.create(request)),
    close: (id: string) => invalidating(browserSessions.close(id)),
  };
}
