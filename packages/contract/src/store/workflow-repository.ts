import type { Workflow, WorkflowStatus } from '../definition.ts';
import type { Page } from './page.ts';

/** Filter of workflows to list: the latest version of each that is not deleted, newest first. */
export interface WorkflowQuery {
  readonly organizationId: string;
  /** Case-insensitive part of title, parameter key, description or default value. */
  readonly searchKey?: string;
  /** Case-insensitive part of the title; used only without `searchKey`. */
  readonly title?: string;
  readonly folderId?: string;
  readonly statuses: readonly WorkflowStatus[];
  readonly page: number;
  readonly pageSize: number;
}

/** Workflows, a row for each version. */
export interface WorkflowRepository {
  /** Adds one version. Throws `conflict` when the version of this permanent id exists. */
  add(workflow: Workflow): Promise<void>;
  /** The latest version, or `version`; null when unknown or deleted. A workflow is deleted when its latest version is. */
  get(organizationId: string, workflowPermanentId: string, version?: number): Promise<Workflow | null>;
  /** One version by its `w_` id, deleted ones too: running work stays pinned to it. */
  getVersion(organizationId: string, workflowId: string): Promise<Workflow | null>;
  list(query: WorkflowQuery): Promise<Page<Workflow>>;
}
