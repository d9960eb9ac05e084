/** A folder as it is stored. Times are epoch ms. */
export interface FolderRow {
  /** `fld_` */
  readonly folderId: string;
  readonly organizationId: string;
  /** Unique in the organization. */
  readonly title: string;
  readonly description: string | null;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** A folder of workflows. */
export interface Folder extends FolderRow {
  /** Workflows whose latest version is in it, deleted ones not counted. */
  readonly workflowCount: number;
}
