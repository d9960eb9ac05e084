import type { Credential, CredentialRequest, PageQuery } from './api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from './connection.ts';

/** Calls about credentials. */
export interface Credentials {
  create(request: CredentialRequest, options?: CreateOptions): Promise<Credential>;
  get(credentialId: string, options?: CallOptions): Promise<Credential>;
  list(query?: PageQuery, options?: CallOptions): Promise<readonly Credential[]>;
  delete(credentialId: string, options?: CallOptions): Promise<void>;
}

/** Creates the calls about credentials. */
export function credentials({ api }: Connection): Credentials {
  const of = (credential_id: string) => ({ path: { credential_id } });
  return {
    create: (body, options) => bodyOf(api.POST('/v1/credentials', { body, ...createOf(options) })),
    get: (id, options) =>
      bodyOf(api.GET('/v1/credentials/{credential_id}', { params: of(id), ...callOf(options) })),
    list: (query = {}, options) =>
      bodyOf(api.GET('/v1/credentials', { params: { query }, ...callOf(options) })),
    async delete(id, options) {
      await api.POST('/v1/credentials/{credential_id}/delete', { params: of(id), ...callOf(options) });
    },
  };
}
