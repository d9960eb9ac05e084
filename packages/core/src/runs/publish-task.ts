import { type Clock, type Run, RunwrightError, type Store, type Workflow } from '@runwright/contract';
import type { Validation } from '@runwright/definition';
import { publishedDraft } from '../run-requests/published-draft.ts';
import type { MakeId } from '../runtime/ids.ts';
import { readTimeline } from './timeline.ts';

/** What publishing a task needs. */
export interface PublishDeps {
  readonly store: Store;
  readonly makeId: MakeId;
  readonly clock: Clock;
  readonly validate: (draft: unknown) => Validation;
}

/**
 * Stores the parts of a completed task as the next version of its workflow, when the request asks for it and the task was
 * divided. Returns a sentence about what was stored; null when nothing was to be done, also when it was done before.
 */
export async function publishTask(deps: PublishDeps, run: Run, workflow: Workflow): Promise<string | null> {
  const { prompt, url, publish_workflow: isWanted } = run.request;
  if (run.kind !== 'task' || isWanted !== true) return null;
  const latest = await deps.store.workflows.get(run.organizationId, workflow.workflowPermanentId);
  if (latest === null || latest.workflowId !== workflow.workflowId) return null;
  const draft = publishedDraft({
    prompt: typeof prompt === 'string' ? prompt : '',
    url: typeof url === 'string' ? url : null,
    draft: workflow.draft,
    events: await readTimeline(deps, run.runId),
  });
  if (draft === null) return null;
  const checked = deps.validate(draft);
  if (checked.draft === null) {
    const [problem] = checked.problems;
    return `The task is published as a workflow of one block: its parts make no valid workflow (${problem?.message ?? 'no reason is known'}).`;
  }
  const now = deps.clock.now();
  const version = {
    ...{ ...workflow, workflowId: deps.makeId('w'), version: workflow.version + 1, draft: checked.draft },
    ...{ createdAt: now, modifiedAt: now },
  };
  try {
    await deps.store.workflows.add(version);
  } catch (error) {
    if (RunwrightError.is(error) && error.code === 'conflict') return null;
    throw error;
  }
  const count = checked.draft.workflow_definition.blocks.length;
  return `The task is published as version ${version.version} of its workflow, with ${count} blocks.`;
}
