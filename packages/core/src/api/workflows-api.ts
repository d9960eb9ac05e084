import type { Page, Workflow, WorkflowStatus } from '@runwright/contract';

/** Stored workflows and their versions. */
export interface WorkflowsApi {
  /** Validates and stores version 1. An unknown folder, here or in the draft, throws `not_found`. */
  create(
    organizationId: string,
    draft: unknown,
    options?: { readonly folderId?: string | null },
  ): Promise<Workflow>;
  /** Validates and stores the next version; the whole draft is replaced, the folder only when one is named. */
  update(
    organizationId: string,
    workflowPermanentId: string,
    draft: unknown,
    options?: { readonly folderId?: string | null },
  ): Promise<Workflow>;
  get(organizationId: string, workflowPermanentId: string, version?: number): Promise<Workflow>;
  /** One version by its `w_` id. */
  version(organizationId: string, workflowId: string): Promise<Workflow>;
  /** Versions of a workflow, the highest first. Defaults: page 1, 10 per page. */
  versions(
    organizationId: string,
    workflowPermanentId: string,
    query?: { readonly page?: number; readonly pageSize?: number },
  ): Promise<Page<Workflow>>;
  /** Puts a workflow into a folder or, with null, into none; it gets no new version. */
  move(organizationId: string, workflowPermanentId: string, folderId: string | null): Promise<Workflow>;
  /** Deletes all versions: nothing reads, updates or starts them any more. Open runs go on, past ones stay readable. */
  delete(organizationId: string, workflowPermanentId: string): Promise<void>;
  /**
   * Stores version 1 in status `importing`, without content, and checks the YAML or JSON text in the background; then the
   * version becomes `published` with its content, or `import_failed` with its `importError`. Labels and keys that are no names are
   * renamed together with their references. What a process does not finish is taken up when an engine starts.
   *
   * @param options `title`: until the text has given one
   */
  import(
    organizationId: string,
    source: string,
    options?: { readonly folderId?: string | null; readonly title?: string },
  ): Promise<Workflow>;
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
