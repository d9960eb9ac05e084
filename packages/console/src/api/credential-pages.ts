import type { CredentialRequest, PageQuery, PushCodeRequest, PushedCodeQuery } from '@runwright/client';
import { useInvalidating } from './invalidating.ts';
import { listPageSize, useListPages } from './list-pages.ts';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session.ts';

/** Filter of the list of credentials. */
export type CredentialFilter = Pick<PageQuery, 'credential_type' | 'search'>;

/** Reads credentials without their secrets, the newest first. */
export function useCredentialPages(filter: CredentialFilter) {
  const client = useClient();
  return useListPages({
    queryKey: queryKeys.credentialPages(filter),
    read: (page, options) =>
      client.credentials.listPage({ ...filter, page, page_size: listPageSize }, options),
    idOf: ({ credential_id }) => credential_id,
  });
}

/** Returns the changes of credentials. Their secrets are sent and not kept. */
export function useCredentialChanges() {
  const { credentials } = useClient();
  const invalidating = useInvalidating(queryKeys.allCredentials);
  return {
    create: (request: CredentialRequest) => invalidating(credentials.create(request)),
    /** Replaces a credential whole. */
    update: (id: string, request: CredentialRequest) => invalidating(credentials.update(id, request)),
    remove: (id: string) => invalidating(credentials.delete(id)),
  };
}

/** Reads the one-time codes that were pushed, the newest first, without the codes. */
export function usePushedCodePages(filter: Pick<PushedCodeQuery, 'totp_identifier'>) {
  const client = useClient();
  return useListPages({
    queryKey: queryKeys.pushedCodes(filter),
    read: (page, options) =>
      client.credentials.pushedCodesPage({ ...filter, page, page_size: listPageSize }, options),
    idOf: ({ totp_code_id }) => totp_code_id,
    refreshMs: 5000,
  });
}

/** Returns what pushes a one-time code. The response, which has the code, is dropped. */
export function usePushCode() {
  const { credentials } = useClient();
  const invalidating = useInvalidating(queryKeys.allPushedCodes);
  return async (request: PushCodeRequest): Promise<void> => {
    await invalidating(credentials.pushCode(request));
  };
}
