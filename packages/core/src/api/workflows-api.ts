import type { Page, Workflow, WorkflowStatus } from '@runwright/contract';

/** Stored workflows and their versions. */
export interface WorkflowsApi {
  /** Validates and stores version 1. */
  create(
    organizationId: string,
    draft: unknown,
    options?: { readonly folderId?: string | null },
  ): Promise<Workflow>;
  /** Validates and stores the next version; the whole draft is replaced. */
  update(
    organizationId: string,
    workflowPermanentId: string,
    draft: unknown,
    options?: { readonly folderId?: string | null },
  ): Promise<Workflow>;
  get(organizationId: string, workflowPermanentId: string, version?: number): Promise<Workflow>;
  /** One version by its `w_` id. */
  version(organizationId: string, workflowId: string): Promise<Workflow>;
  /** Latest versions, newest first. Defaults: page 1, 10 per page, status published and draft. */
  list(
    organizationId: string,
    query?: {
      readonly page?: number;
      readonly pageSize?: number;
      readonly searchKey?: string;
      readonly title?: string;
      readonly folderId?: string;
      readonly statuses?: readonly WorkflowStatus[];
    },
  ): Promise<Page<Workflow>>;
}
