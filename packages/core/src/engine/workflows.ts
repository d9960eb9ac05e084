import {
  type AcceptedDraft,
  defaults,
  notFound,
  type Problem,
  RunwrightError,
  type TypedWorkflow,
  type Workflow,
  type WorkflowDraft,
  type WorkflowStatus,
} from '@runwright/contract';
import { invalidInput, type Validation } from '@runwright/definition';
import type { Engine } from '../api/engine.ts';
import type { FolderOption } from '../api/workflows-api.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { checkDraftAddresses } from '../run-requests/check-addresses.ts';
import { checkFolder } from '../run-requests/check-folder.ts';
import { deleteWorkflows } from './delete-workflows.ts';
import type { WorkflowImports } from './workflow-imports.ts';

/** The workflow calls of an engine. */
export function createWorkflows(
  deps: Pick<EngineDeps, 'store' | 'clock' | 'makeId' | 'egress'>,
  validate: (draft: unknown) => Validation,
  imports: Pick<WorkflowImports, 'begin'>,
): Engine['workflows'] {
  const { store } = deps;
  const check = (
    source: unknown,
  ): { readonly draft: AcceptedDraft; readonly warnings: readonly Problem[] } => {
    const { draft, problems, warnings } = validate(source);
    if (draft === null) throw invalidInput('The workflow cannot be saved', problems);
    return { draft, warnings };
  };
  const accepted = (source: unknown): AcceptedDraft => check(source).draft;
  const latestOf = async (organizationId: string, workflowPermanentId: string): Promise<Workflow> => {
    const latest = await store.workflows.get(organizationId, workflowPermanentId);
    if (latest === null) throw unknownWorkflow(workflowPermanentId);
    return latest;
  };

  return {
    async create(organizationId: string, source: Source, { folderId }: FolderOption = {}) {
      const { draft, warnings } = check(draftOf(source));
      const workflow = newWorkflow(deps, organizationId, draft, folderId);
      await checkFolder(deps, organizationId, workflow.folderId);
      await checkDraftAddresses(deps, draft);
      await store.workflows.add(workflow);
      return { ...workflow, warnings };
    },

    async update(
      organizationId: string,
      workflowPermanentId: string,
      source: Source,
      { folderId }: FolderOption = {},
    ) {
      const { draft: next, warnings } = check(draftOf(source));
      const named = folderId ?? next.folder_id ?? null;
      await latestOf(organizationId, workflowPermanentId);
      await checkFolder(deps, organizationId, named);
      await checkDraftAddresses(deps, next);
      for (;;) {
        const latest = await latestOf(organizationId, workflowPermanentId);
        const fresh = newWorkflow(deps, organizationId, next, named ?? latest.folderId);
        const workflow = { ...fresh, workflowPermanentId, version: latest.version + 1 };
        try {
          await store.workflows.add(workflow);
          return { ...workflow, warnings };
        } catch (error) {
          // Another update took this version number; ours becomes the one after it.
          if (!RunwrightError.is(error) || error.code !== 'conflict') throw error;
        }
      }
    },

    parse: accepted,

    async get(organizationId, workflowPermanentId, version) {
      const workflow = await store.workflows.get(organizationId, workflowPermanentId, version);
      if (workflow === null) throw unknownWorkflow(workflowPermanentId);
      return workflow;
    },

    async version(organizationId, workflowId) {
      const workflow = await store.workflows.getVersion(organizationId, workflowId);
      if (workflow === null) throw new RunwrightError('not_found', `Workflow ${workflowId} not found`);
      return workflow;
    },

    async versions(organizationId, workflowPermanentId, { page = 1, pageSize = defaults.pageSize } = {}) {
      await latestOf(organizationId, workflowPermanentId);
      return store.workflows.versions(organizationId, workflowPermanentId, { page, pageSize });
    },

    async move(organizationId, workflowPermanentId, folderId) {
      await latestOf(organizationId, workflowPermanentId);
      await checkFolder(deps, organizationId, folderId);
      const now = deps.clock.now();
      const moved = await store.workflows.move(organizationId, workflowPermanentId, folderId, { now });
      if (moved === null) throw unknownWorkflow(workflowPermanentId);
      return moved;
    },

    async delete(organizationId, workflowPermanentId) {
      const deleted = await deleteWorkflows(deps, organizationId, [workflowPermanentId]);
      if (deleted === 0) throw unknownWorkflow(workflowPermanentId);
    },

    async import(organizationId, source, { folderId = null, title } = {}) {
      const empty = { title: title ?? null, workflow_definition: { parameters: [], blocks: [] } };
      const draft = { ...accepted(empty), status: 'importing' } as const;
      const workflow = newWorkflow(deps, organizationId, draft, folderId);
      await checkFolder(deps, organizationId, workflow.folderId);
      const stored = await imports.begin(workflow, source);
      return { ...stored, warnings: stored.importWarnings };
    },

    list: (
      organizationId,
      { page = 1, pageSize = defaults.pageSize, statuses = defaultStatuses, ...filter } = {},
    ) => store.workflows.list({ organizationId, page, pageSize, statuses, ...filter }),
  };
}

type Source = WorkflowDraft | string | TypedWorkflow<unknown, unknown>;

function draftOf(source: Source): unknown {
  // What calls without types pass is judged by the validation.
  const isTyped = typeof source === 'object' && source !== null && 'toDraft' in source;
  return isTyped && typeof source.toDraft === 'function' ? source.toDraft() : source;
}

const defaultStatuses: readonly WorkflowStatus[] = ['published', 'draft'];

/** Version 1 of a new workflow. */
export function newWorkflow(
  deps: Pick<EngineDeps, 'makeId' | 'clock'>,
  organizationId: string,
  draft: AcceptedDraft,
  folderId?: string | null,
): Workflow {
  const now = deps.clock.now();
  return {
    workflowId: deps.makeId('w'),
    workflowPermanentId: deps.makeId('wpid'),
    organizationId,
    version: 1,
    title: draft.title?.trim() || 'Untitled workflow',
    status: draft.status ?? 'published',
    draft,
    folderId: folderId ?? draft.folder_id ?? null,
    importError: null,
    importWarnings: [],
    createdAt: now,
    modifiedAt: now,
    deletedAt: null,
  };
}

function unknownWorkflow(id: string): RunwrightError {
  return notFound('Workflow', id);
}
