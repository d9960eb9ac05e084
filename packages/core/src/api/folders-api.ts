import type { Folder, Page } from '@runwright/contract';

/** Folders of workflows. */
export interface FoldersApi {
  /** Stores a folder: an object with `title` and, if wanted, `description`. Throws `conflict` when the title is in use. */
  create(organizationId: string, input: unknown): Promise<Folder>;
  get(organizationId: string, folderId: string): Promise<Folder>;
  /** Changes the members that are given. Throws `conflict` when another folder has the title. */
  update(organizationId: string, folderId: string, input: unknown): Promise<Folder>;
  /** Newest first. Defaults: page 1, 10 per page. `search` is a part of the title, in any case. */
  list(
    organizationId: string,
    query?: { readonly page?: number; readonly pageSize?: number; readonly search?: string },
  ): Promise<Page<Folder>>;
  /**
   * Deletes a folder; its workflows stay, without a folder, or are deleted with it. Returns how many were deleted.
   *
   * @param options `deleteWorkflows`: default false
   */
  delete(
    organizationId: string,
    folderId: string,
    options?: { readonly deleteWorkflows?: boolean },
  ): Promise<number>;
}
