import type { ApiKeyRequest, RotateRequest, ServiceClient } from '@runwright/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

/** Reads the API keys of an organization, those that were revoked too; null: of the own one. */
export function useApiKeys(organizationId: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.apiKeys(organizationId),
    queryFn: ({ signal }) => callsOf(client, organizationId).list({ signal }),
  });
}

/** Creates an API key. The result has its text, which is never shown again. */
export function useCreateApiKey(organizationId: string | null) {
  return useKeyChange(organizationId, (calls, request: ApiKeyRequest) => calls.create(request));
}

/** Creates an API key in place of another one. */
export function useRotateApiKey(organizationId: string | null) {
  return useKeyChange(organizationId, (calls, { id, request }: { id: string; request: RotateRequest }) =>
    calls.rotate(id, request),
  );
}

/** Revokes an API key. */
export function useRevokeApiKey(organizationId: string | null) {
  return useKeyChange(organizationId, (calls, id: string) => calls.revoke(id));
}

type ApiKeyCalls = ServiceClient['apiKeys'];

function useKeyChange<Input, Result>(
  organizationId: string | null,
  change: (calls: ApiKeyCalls, input: Input) => Promise<Result>,
) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(callsOf(client, organizationId), input),
    // Not awaited: when the own key was revoked, the list cannot be read.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.apiKeys(organizationId) }),
  });
}

function callsOf(client: ServiceClient, organizationId: string | null): ApiKeyCalls {
  return organizationId === null ? client.apiKeys : client.organizations.apiKeys(organizationId);
}
