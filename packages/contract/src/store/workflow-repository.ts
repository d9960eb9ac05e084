import type { Workflow, WorkflowStatus } from '../definition.ts';
import type { Page } from './page.ts';

/** Filter of workflows to list: the latest version of each that is not deleted, newest first. */
export interface WorkflowQuery {
  readonly organizationId: string;
  /** Case-insensitive part of title, folder title, parameter key, description or default value. */
  readonly searchKey?: string;
  /** Case-insensitive part of the title; used only without `searchKey`. */
  readonly title?: string;
  readonly folderId?: string;
  readonly statuses: readonly WorkflowStatus[];
  readonly page: number;
  readonly pageSize: number;
}

/** An import that has not ended: its version, in status `importing`, and the text that becomes its content. */
export interface OpenImport {
  readonly workflow: Workflow;
  readonly source: string;
}

/** Workflows, a row for each version. */
export interface WorkflowRepository {
  /** Adds one version. Throws `conflict` when the version of this permanent id exists, or the workflow is deleted. */
  add(workflow: Workflow): Promise<void>;
  /** The latest version, or `version`; null when unknown or deleted. A workflow is deleted when its latest version is. */
  get(organizationId: string, workflowPermanentId: string, version?: number): Promise<Workflow | null>;
  /** One version by its `w_` id, deleted ones too: running work stays pinned to it. */
  getVersion(organizationId: string, workflowId: string): Promise<Workflow | null>;
  /**
   * A store may leave out the drafts of the last workflows of a page where all have more than 32 MiB as JSON: their definition then has
   * `definition_omitted: true`, a `reason` and no blocks. So it is for `versions`.
   */
  list(query: WorkflowQuery): Promise<Page<Workflow>>;
  /** Versions of a workflow that is not deleted, the highest first; empty when unknown. */
  versions(
    organizationId: string,
    workflowPermanentId: string,
    page: { readonly page: number; readonly pageSize: number },
  ): Promise<Page<Workflow>>;
  /** Puts all versions into a folder or, with null, into none. Answers the latest one; null when unknown or deleted. */
  move(
    organizationId: string,
    workflowPermanentId: string,
    folderId: string | null,
    options: { readonly now: number },
  ): Promise<Workflow | null>;
  /** Deletes all versions of these workflows, and their schedules, in one transaction. Returns how many of the workflows were not deleted before. */
  delete(
    organizationId: string,
    workflowPermanentIds: readonly string[],
    options: { readonly now: number },
  ): Promise<number>;
  /** Adds a version in status `importing` and the text of its import, in one transaction. Throws what `add` throws. */
  addImport(workflow: Workflow, source: string): Promise<void>;
  /** Imports of all organizations that have not ended, oldest first. */
  openImports(options: { readonly limit: number }): Promise<readonly OpenImport[]>;
  /**
   * Ends an import: its version becomes `workflow`, and the text is removed, in one transaction. False when it has ended
   * before, and then nothing changes. One that was deleted meanwhile stays deleted.
   */
  endImport(workflow: Workflow): Promise<boolean>;
}
