import type { Organization, OrganizationChange } from '@runwright/client';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

const pageSize = 50;

/** Reads the organization of the key. */
export function useOwnOrganization() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.organization('own'),
    queryFn: ({ signal }) => client.organizations.own({ signal }),
  });
}

/** Reads all organizations page by page, the newest first; only keys of the host's organization may. */
export function useOrganizations() {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: queryKeys.organizations,
    queryFn: ({ pageParam, signal }) =>
      client.organizations.listPage({ page: pageParam, page_size: pageSize }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, hasNext }) => (hasNext ? page + 1 : undefined),
    select: ({ pages }): readonly Organization[] => [
      ...new Map(pages.flatMap(({ items }) => items).map((one) => [one.organization_id, one])).values(),
    ],
  });
}

/** Reads an organization. */
export function useOrganization(organizationId: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.organization(organizationId),
    queryFn: ({ signal }) => client.organizations.get(organizationId, { signal }),
  });
}

/** Creates an organization. */
export function useCreateOrganization() {
  const client = useClient();
  return useOrganizationChange((name: string) => client.organizations.create({ name }));
}

/** Renames an organization, or sets how long its runs are kept. */
export function useChangeOrganization(organizationId: string) {
  const client = useClient();
  return useOrganizationChange((change: OrganizationChange) =>
    client.organizations.update(organizationId, change),
  );
}

/** Deletes an organization. */
export function useDeleteOrganization(organizationId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn() {
      // Reads that are under way would find nothing.
      const reads = [queryKeys.organization(organizationId), queryKeys.apiKeys(organizationId)];
      await Promise.all(reads.map((queryKey) => queries.cancelQueries({ queryKey })));
      await client.organizations.delete(organizationId);
    },
    // Only the list: the organization itself cannot be read any more.
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.organizations, exact: true }),
  });
}

function useOrganizationChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.organizations }),
  });
}
