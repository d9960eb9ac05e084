import {
  defaults,
  RunwrightError,
  type Workflow,
  type WorkflowDraft,
  type WorkflowStatus,
} from '@runwright/contract';
import { invalidInput, type Validation, validateDraft } from '@runwright/definition';
import type { Engine } from '../api/engine.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { checkAddress } from '../run-requests/check-addresses.ts';

/** The workflow calls of an engine. */
export function createWorkflows(
  deps: Pick<EngineDeps, 'store' | 'clock' | 'makeId' | 'registry' | 'settings' | 'egress'>,
): Engine['workflows'] & { readonly validate: (draft: unknown) => Validation } {
  const { store } = deps;
  const validate = (draft: unknown) => validateDraft(draft, deps.registry, deps.settings.limits);
  const accepted = async (draft: unknown): Promise<WorkflowDraft> => {
    const validation = validate(draft);
    if (validation.draft === null) throw invalidInput('The workflow cannot be saved', validation.problems);
    await checkAddress(deps, validation.draft.webhook_callback_url ?? null);
    return validation.draft;
  };

  return {
    validate,

    async create(organizationId, draft, { folderId } = {}) {
      const workflow = newWorkflow(deps, organizationId, await accepted(draft), folderId);
      await store.workflows.add(workflow);
      return workflow;
    },

    async update(organizationId, workflowPermanentId, draft, { folderId } = {}) {
      const next = await accepted(draft);
      for (;;) {
        const latest = await store.workflows.get(organizationId, workflowPermanentId);
        if (latest === null) throw unknownWorkflow(workflowPermanentId);
        const fresh = newWorkflow(deps, organizationId, next, folderId ?? next.folder_id ?? latest.folderId);
        const workflow = { ...fresh, workflowPermanentId, version: latest.version + 1 };
        try {
          await store.workflows.add(workflow);
          return workflow;
        } catch (error) {
          // Another update took this version number; ours becomes the one after it.
          if (!RunwrightError.is(error) || error.code !== 'conflict') throw error;
        }
      }
    },

    async get(organizationId, workflowPermanentId, version) {
      const workflow = await store.workflows.get(organizationId, workflowPermanentId, version);
      if (workflow === null) throw unknownWorkflow(workflowPermanentId);
      return workflow;
    },

    async version(organizationId, workflowId) {
      const workflow = await store.workflows.getVersion(organizationId, workflowId);
      if (workflow === null) throw unknownWorkflow(workflowId);
      return workflow;
    },

    list: (
      organizationId,
      { page = 1, pageSize = defaults.pageSize, statuses = defaultStatuses, ...filter } = {},
    ) => store.workflows.list({ organizationId, page, pageSize, statuses, ...filter }),
  };
}

const defaultStatuses: readonly WorkflowStatus[] = ['published', 'draft'];

/** Version 1 of a new workflow. */
export function newWorkflow(
  deps: Pick<EngineDeps, 'makeId' | 'clock'>,
  organizationId: string,
  draft: WorkflowDraft,
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
    createdAt: now,
    modifiedAt: now,
    deletedAt: null,
  };
}

function unknownWorkflow(id: string): RunwrightError {
  return new RunwrightError('not_found', `Workflow ${id} not found`);
}
