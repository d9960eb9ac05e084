import type { Organization, OrganizationChange, OrganizationRequest, PageQuery } from '../api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from '../connection.ts';
import { type ListPage, pageOf } from '../list-page.ts';
import { type ApiKeys, apiKeysOf } from './api-keys.ts';

/** Calls about organizations. All but `own` are for keys of the host's own organization that have the scope `admin`. */
export interface Organizations {
  /** The organization of the client's key. */
  own(options?: CallOptions): Promise<Organization>;
  create(request: OrganizationRequest, options?: CreateOptions): Promise<Organization>;
  get(organizationId: string, options?: CallOptions): Promise<Organization>;
  list(query?: PageQuery, options?: CallOptions): Promise<readonly Organization[]>;
  listPage(query?: PageQuery, options?: CallOptions): Promise<ListPage<Organization>>;
  update(organizationId: string, change: OrganizationChange, options?: CallOptions): Promise<Organization>;
  delete(organizationId: string, options?: CallOptions): Promise<void>;
  /** The calls about the keys of an organization; nothing is sent. */
  apiKeys(organizationId: string): ApiKeys;
}

/** Creates the calls about organizations. */
export function organizations(connection: Connection): Organizations {
  const { api } = connection;
  const of = (organization_id: string) => ({ path: { organization_id } });
  const list = (query: PageQuery, options?: CallOptions) =>
    api.GET('/v1/organizations', { params: { query }, ...callOf(options) });
  return {
    own: (options) => bodyOf(api.GET('/v1/organization', callOf(options))),
    create: (body, options) => bodyOf(api.POST('/v1/organizations', { body, ...createOf(options) })),
    get: (id, options) =>
      bodyOf(api.GET('/v1/organizations/{organization_id}', { params: of(id), ...callOf(options) })),
    list: (query = {}, options) => bodyOf(list(query, options)),
    listPage: (query = {}, options) => pageOf(list(query, options), query),
    update: (id, body, options) =>
      bodyOf(api.PATCH('/v1/organizations/{organization_id}', { params: of(id), body, ...callOf(options) })),
    async delete(id, options) {
      await api.DELETE('/v1/organizations/{organization_id}', { params: of(id), ...callOf(options) });
    },
    apiKeys: (id) => apiKeysOf(connection, id),
  };
}
