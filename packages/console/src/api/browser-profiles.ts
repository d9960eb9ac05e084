import type { BrowserProfileChange, BrowserProfileRequest } from '@runwright/client';
import { useQuery } from '@tanstack/react-query';
import { useInvalidating } from './invalidating.ts';
import { listPageSize, useListPages } from './list-pages.ts';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

/** Reads browser profiles, the newest first. */
export function useBrowserProfilePages() {
  const client = useClient();
  return useListPages({
    queryKey: queryKeys.browserProfiles,
    read: (page, options) => client.browserProfiles.listPage({ page, page_size: listPageSize }, options),
    idOf: ({ browser_profile_id }) => browser_profile_id,
  });
}

/** Reads the browser profiles to choose from. */
export function useBrowserProfiles() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.allBrowserProfiles, 'choice'],
    queryFn: ({ signal }) => client.browserProfiles.list({ page_size: 1000 }, { signal }),
  });
}

/** Returns the changes of browser profiles. */
export function useBrowserProfileChanges() {
  const { browserProfiles } = useClient();
  const invalidating = useInvalidating(queryKeys.allBrowserProfiles);
  return {
    create: (request: BrowserProfileRequest) => invalidating(browserProfiles.create(request)),
    update: (id: string, change: BrowserProfileChange) => invalidating(browserProfiles.update(id, change)),
    remove: (id: string) => invalidating(browserProfiles.delete(id)),
  };
}
