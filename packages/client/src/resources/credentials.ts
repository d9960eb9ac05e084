import type {
  Credential,
  CredentialRequest,
  PageQuery,
  PushCodeRequest,
  PushedCode,
  PushedCodeQuery,
} from '../api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from '../connection.ts';
import { type ListPage, pageOf } from '../list-page.ts';

/** Calls about credentials. */
export interface Credentials {
  create(request: CredentialRequest, options?: CreateOptions): Promise<Credential>;
  get(credentialId: string, options?: CallOptions): Promise<Credential>;
  list(query?: PageQuery, options?: CallOptions): Promise<readonly Credential[]>;
  listPage(query?: PageQuery, options?: CallOptions): Promise<ListPage<Credential>>;
  /** Replaces a credential. */
  update(credentialId: string, request: CredentialRequest, options?: CallOptions): Promise<Credential>;
  delete(credentialId: string, options?: CallOptions): Promise<void>;
  /** Gives runs that wait for it a one-time code, or the text of the message that has it. */
  pushCode(request: PushCodeRequest, options?: CreateOptions): Promise<PushedCode>;
  /** Codes that were pushed, the newest first. */
  pushedCodes(query?: PushedCodeQuery, options?: CallOptions): Promise<readonly PushedCode[]>;
  pushedCodesPage(query?: PushedCodeQuery, options?: CallOptions): Promise<ListPage<PushedCode>>;
}

/** Creates the calls about credentials. */
export function credentials({ api }: Connection): Credentials {
  const of = (credential_id: string) => ({ path: { credential_id } });
  const list = (query: PageQuery, options?: CallOptions) =>
    api.GET('/v1/credentials', { params: { query }, ...callOf(options) });
  const codes = (query: PushedCodeQuery, options?: CallOptions) =>
    api.GET('/v1/credentials/totp', { params: { query }, ...callOf(options) });
  return {
    create: (body, options) => bodyOf(api.POST('/v1/credentials', { body, ...createOf(options) })),
    get: (id, options) =>
      bodyOf(api.GET('/v1/credentials/{credential_id}', { params: of(id), ...callOf(options) })),
    list: (query = {}, options) => bodyOf(list(query, options)),
    listPage: (query = {}, options) => pageOf(list(query, options), query),
    update: (id, body, options) =>
      bodyOf(
        api.POST('/v1/credentials/{credential_id}/update', { params: of(id), body, ...callOf(options) }),
      ),
    pushCode: (body, options) => bodyOf(api.POST('/v1/credentials/totp', { body, ...createOf(options) })),
    pushedCodes: (query = {}, options) => bodyOf(codes(query, options)),
    pushedCodesPage: (query = {}, options) => pageOf(codes(query, options), query),
    async delete(id, options) {
      await api.POST('/v1/credentials/{credential_id}/delete', { params: of(id), ...callOf(options) });
    },
  };
}
