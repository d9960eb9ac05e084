import type { ApiKey, ApiKeyRequest, NewApiKey, RotateRequest } from '../api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from '../connection.ts';

/** Calls about API keys; the key of the client needs the scope `admin`. */
export interface ApiKeys {
  list(options?: CallOptions): Promise<readonly ApiKey[]>;
  /** Creates a key. Its text is in the result, and is never shown again. */
  create(request: ApiKeyRequest, options?: CreateOptions): Promise<NewApiKey>;
  /** Creates a key in place of another one, which works on for `overlap_seconds`. */
  rotate(apiKeyId: string, request?: RotateRequest, options?: CreateOptions): Promise<NewApiKey>;
  revoke(apiKeyId: string, options?: CallOptions): Promise<void>;
}

/** Creates the calls about the keys of the caller's own organization. */
export function apiKeys({ api }: Connection): ApiKeys {
  const of = (api_key_id: string) => ({ path: { api_key_id } });
  return {
    list: (options) => bodyOf(api.GET('/v1/api_keys', callOf(options))),
    create: (body, options) => bodyOf(api.POST('/v1/api_keys', { body, ...createOf(options) })),
    rotate: (id, body = {}, options) =>
      bodyOf(api.POST('/v1/api_keys/{api_key_id}/rotate', { params: of(id), body, ...createOf(options) })),
    async revoke(id, options) {
      await api.DELETE('/v1/api_keys/{api_key_id}', { params: of(id), ...callOf(options) });
    },
  };
}

/** Creates the calls about the keys of another organization, for the host's own one. */
export function apiKeysOf({ api }: Connection, organization_id: string): ApiKeys {
  const path = { organization_id };
  const of = (api_key_id: string) => ({ path: { organization_id, api_key_id } });
  return {
    list: (options) =>
      bodyOf(
        api.GET('/v1/organizations/{organization_id}/api_keys', { params: { path }, ...callOf(options) }),
      ),
    create: (body, options) =>
      bodyOf(
        api.POST('/v1/organizations/{organization_id}/api_keys', {
          params: { path },
          body,
          ...createOf(options),
        }),
      ),
    rotate: (id, body = {}, options) =>
      bodyOf(
        api.POST('/v1/organizations/{organization_id}/api_keys/{api_key_id}/rotate', {
          params: of(id),
          body,
          ...createOf(options),
        }),
      ),
    async revoke(id, options) {
      await api.DELETE('/v1/organizations/{organization_id}/api_keys/{api_key_id}', {
        params: of(id),
        ...callOf(options),
      });
    },
  };
}
