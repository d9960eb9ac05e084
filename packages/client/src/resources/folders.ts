import type { DeletedFolder, Folder, FolderChange, FolderQuery, FolderRequest } from '../api-types.ts';
import {
  bodyOf,
  type CallOptions,
  type Connection,
  type CreateOptions,
  callOf,
  createOf,
} from '../connection.ts';
import { type ListPage, pageOf } from '../list-page.ts';

/** Calls about folders of workflows. */
export interface Folders {
  create(request: FolderRequest, options?: CreateOptions): Promise<Folder>;
  get(folderId: string, options?: CallOptions): Promise<Folder>;
  list(query?: FolderQuery, options?: CallOptions): Promise<readonly Folder[]>;
  listPage(query?: FolderQuery, options?: CallOptions): Promise<ListPage<Folder>>;
  update(folderId: string, change: FolderChange, options?: CallOptions): Promise<Folder>;
  /** Deletes a folder. Its workflows stay, unless `deleteWorkflows` says otherwise. */
  delete(
    folderId: string,
    options?: CallOptions & { readonly deleteWorkflows?: boolean },
  ): Promise<DeletedFolder>;
}

/** Creates the calls about folders. */
export function folders({ api }: Connection): Folders {
  const of = (folder_id: string) => ({ path: { folder_id } });
  const list = (query: FolderQuery, options?: CallOptions) =>
    api.GET('/v1/folders', { params: { query }, ...callOf(options) });
  return {
    create: (body, options) => bodyOf(api.POST('/v1/folders', { body, ...createOf(options) })),
    get: (id, options) => bodyOf(api.GET('/v1/folders/{folder_id}', { params: of(id), ...callOf(options) })),
    list: (query = {}, options) => bodyOf(list(query, options)),
    listPage: (query = {}, options) => pageOf(list(query, options), query),
    update: (id, body, options) =>
      bodyOf(api.PUT('/v1/folders/{folder_id}', { params: of(id), body, ...callOf(options) })),
    delete: (id, { deleteWorkflows = false, ...options } = {}) =>
      bodyOf(
        api.DELETE('/v1/folders/{folder_id}', {
          params: { ...of(id), query: { delete_workflows: deleteWorkflows } },
          ...callOf(options),
        }),
      ),
  };
}
