import { useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

/** Reads the credentials of the organization, without their secrets. */
export function useCredentials() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.credentials({ choice: true }),
    queryFn: ({ signal }) => client.credentials.list({ page_size: 100 }, { signal }),
  });
}
