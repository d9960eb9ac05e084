import type {
  BrowserProfile,
  BrowserProfileChange,
  BrowserProfileQuery,
  BrowserProfileRequest,
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

/** Calls about browser profiles. */
export interface BrowserProfiles {
  create(request: BrowserProfileRequest, options?: CreateOptions): Promise<BrowserProfile>;
  get(browserProfileId: string, options?: CallOptions): Promise<BrowserProfile>;
  list(query?: BrowserProfileQuery, options?: CallOptions): Promise<readonly BrowserProfile[]>;
  listPage(query?: BrowserProfileQuery, options?: CallOptions): Promise<ListPage<BrowserProfile>>;
  update(
    browserProfileId: string,
    change: BrowserProfileChange,
    options?: CallOptions,
  ): Promise<BrowserProfile>;
  delete(browserProfileId: string, options?: CallOptions): Promise<void>;
}

/** Creates the calls about browser profiles. */
export function browserProfiles({ api }: Connection): BrowserProfiles {
  const of = (browser_profile_id: string) => ({ path: { browser_profile_id } });
  const list = (query: BrowserProfileQuery, options?: CallOptions) =>
    api.GET('/v1/browser_profiles', { params: { query }, ...callOf(options) });
  return {
    create: (body, options) => bodyOf(api.POST('/v1/browser_profiles', { body, ...createOf(options) })),
    get: (id, options) =>
      bodyOf(api.GET('/v1/browser_profiles/{browser_profile_id}', { params: of(id), ...callOf(options) })),
    list: (query = {}, options) => bodyOf(list(query, options)),
    listPage: (query = {}, options) => pageOf(list(query, options), query),
    update: (id, body, options) =>
      bodyOf(
        api.PATCH('/v1/browser_profiles/{browser_profile_id}', { params: of(id), body, ...callOf(options) }),
      ),
    async delete(id, options) {
      await api.DELETE('/v1/browser_profiles/{browser_profile_id}', { params: of(id), ...callOf(options) });
    },
  };
}
