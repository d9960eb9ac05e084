import type {
  AcceptedDraft,
  Page,
  Problem,
  TypedWorkflow,
  Workflow,
  WorkflowDraft,
  WorkflowHandle,
  WorkflowStatus,
} from '@runwright/contract';

/** The folder that a workflow is put into. Default: that of the draft, else none. */
export interface FolderOption {
  readonly folderId?: string | null;
}

/** A version of a workflow that a call has stored. */
export interface SavedWorkflow extends Workflow {
  /** What is allowed and probably not meant, as `validate` tells it, such as fields that have no effect; not kept with the version. */
  readonly warnings: readonly Problem[];
}

/** A workflow whose import has begun. */
export interface ImportedWorkflow extends Workflow {
  /** One of type `renamed` for each label and key that the import changes, with its path in the text; empty for a text that cannot be read. */
  readonly warnings: readonly Problem[];
}

/** Stored workflows and their versions. */
export interface WorkflowsApi {
  /**
   * Validates and stores version 1 of a draft, or of YAML or JSON text. An unknown folder, here or in the draft, throws
   * `not_found`. Of a typed workflow, runs can be started with checked parameters.
   */
  create<Parameters, Output>(
    organizationId: string,
    workflow: TypedWorkflow<Parameters, Output>,
    options?: FolderOption,
  ): Promise<SavedWorkflow & WorkflowHandle<Parameters, Output>>;
  create(
    organizationId: string,
    draft: WorkflowDraft | string,
    options?: FolderOption,
  ): Promise<SavedWorkflow>;
  /** Validates and stores the next version; the whole draft is replaced, the folder only when one is named. */
  update<Parameters, Output>(
    organizationId: string,
    workflowPermanentId: string,
    workflow: TypedWorkflow<Parameters, Output>,
    options?: FolderOption,
  ): Promise<SavedWorkflow & WorkflowHandle<Parameters, Output>>;
  update(
    organizationId: string,
    workflowPermanentId: string,
    draft: WorkflowDraft | string,
    options?: FolderOption,
  ): Promise<SavedWorkflow>;
  /**
   * Returns a draft of what came from outside: data of any shape, or YAML or JSON text. Stores nothing. Throws `invalid_input`
   * with every problem in `details.problems`.
   */
  parse(source: unknown): AcceptedDraft;
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
   * renamed together with their references, and `warnings` names each of them at once, as `importWarnings` of the version does later. What a process does not finish is taken up when an engine starts.
   *
   * @param options `title`: until the text has given one
   */
  import(
    organizationId: string,
    source: string,
    options?: { readonly folderId?: string | null; readonly title?: string },
  ): Promise<ImportedWorkflow>;
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
