import type { Folder, FolderRow } from '../folder.ts';
import type { Page } from './page.ts';

/** Filter of folders to list, newest first. */
export interface FolderQuery {
  readonly organizationId: string;
  /** Case-insensitive part of the title. */
  readonly search?: string;
  readonly page: number;
  readonly pageSize: number;
}

/** Folders of workflows. */
export interface FolderRepository {
  /** Throws `conflict` when the organization has a folder of this title, or the id exists. */
  add(folder: FolderRow): Promise<void>;
  /** Null when unknown. */
  get(organizationId: string, folderId: string): Promise<Folder | null>;
  /** Answers the folder as it is then, or null when unknown. Throws `conflict` when another folder has the title. */
  change(
    organizationId: string,
    folderId: string,
    patch: Partial<Pick<FolderRow, 'title' | 'description' | 'modifiedAt'>>,
  ): Promise<Folder | null>;
  list(query: FolderQuery): Promise<Page<Folder>>;
  /** Permanent ids of the workflows that `workflowCount` counts, in no order. */
  workflowsIn(organizationId: string, folderId: string): Promise<readonly string[]>;
  /** Removes a folder, and takes every workflow out of it, in one transaction. False when unknown. */
  delete(organizationId: string, folderId: string): Promise<boolean>;
}
