import { defaults, type Run, type RunDraft, RunwrightError, type Workflow } from '@runwright/contract';
import { invalidInput, validateDraft } from '@runwright/definition';
import type { Engine } from '../api/engine.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { draftWorkflowRun, originOf, storeRun } from '../run-requests/accept-run.ts';
import { checkSettings, checkStartAddress } from '../run-requests/check-addresses.ts';
import { checkReferences } from '../run-requests/check-references.ts';
import {
  readTaskRequest,
  readWorkflowRunRequest,
  runSettings,
  shownRequest,
} from '../run-requests/run-request.ts';
import { taskDraft, taskProblems } from '../run-requests/task-draft.ts';
import { cancelWithChildren } from '../runs/child-runs.ts';
import { resumeRun } from '../runs/resume-run.ts';
import { followTimeline, readTimeline, waitUntilFinal } from '../runs/timeline.ts';
import { scheduleWebhook } from '../webhooks/deliver-webhook.ts';
import type { Outbox } from '../worker/outbox.ts';
import { newWorkflow } from './workflows.ts';

/** The run calls of an engine. */
export function createRuns(deps: EngineDeps, outbox: Outbox): Engine['runs'] {
  const { store, makeId } = deps;

  const runs: Engine['runs'] = {
    async startTask(request, origin) {
      const read = readTaskRequest(request);
      const { draft, problems } = validateDraft(taskDraft(read), deps.registry, deps.settings.limits);
      if (draft === null) throw invalidInput('The task cannot be started', taskProblems(problems));
      const workflow = newWorkflow(deps, origin.organizationId, draft);
      const settings = runSettings(read, draft, origin);
      checkReferences(deps, settings);
      await checkSettings(deps, settings);
      await checkStartAddress(deps, read.url ?? null);
      return accept(
        {
          ...originOf(deps, workflow, origin),
          runId: makeId('tsk'),
          workflowRunId: makeId('wr'),
          kind: 'task',
          title: read.title ?? null,
          request: shownRequest(read),
          parameters: {},
          settings,
        },
        workflow,
      );
    },

    async start(request, origin) {
      return accept(await draftWorkflowRun(deps, readWorkflowRunRequest(request), origin));
    },

    async get(organizationId, runId) {
      const run = await store.runs.get(organizationId, runId);
      if (run === null) throw new RunwrightError('not_found', `Run ${runId} not found`);
      return run;
    },

    list: (organizationId, { page = 1, pageSize = defaults.pageSize, ...filter } = {}) =>
      store.runs.list({ organizationId, page, pageSize, ...filter }),

    async cancel(organizationId, id) {
      const run = await runs.get(organizationId, id);
      const canceled = await cancelWithChildren(deps, run);
      relay();
      if (canceled.status === 'canceled') return canceled;
      throw new RunwrightError(
        'conflict',
        `Run ${id} cannot be canceled: it has ended as \`${canceled.status}\`.`,
      );
    },

    async resume(organizationId, id, answer = {}) {
      const { runId } = await runs.get(organizationId, id);
      const run = await resumeRun(deps, runId, answer);
      relay();
      return run;
    },

    async timeline(organizationId, id) {
      const run = await runs.get(organizationId, id);
      return readTimeline(deps, run.runId);
    },

    async *events(organizationId, id, options = {}) {
      const run = await runs.get(organizationId, id);
      yield* followTimeline(deps, run, options);
    },

    async finished(organizationId, id, options = {}) {
      const { runId } = await runs.get(organizationId, id);
      return waitUntilFinal(deps, runId, options, () => runs.get(organizationId, runId));
    },

    async artifacts(organizationId, id, options) {
      const run = await runs.get(organizationId, id);
      return store.artifacts.list(organizationId, run.runId, options);
    },

    async deliveries(organizationId, id) {
      const run = await runs.get(organizationId, id);
      return store.deliveries.list(organizationId, run.runId);
    },

    async retryWebhook(organizationId, id, options = {}) {
      const run = await runs.get(organizationId, id);
      const delivery = await scheduleWebhook(deps, run, options.webhookUrl ?? null);
      relay();
      return delivery;
    },
  };
  return runs;

  async function accept(draft: RunDraft, workflow?: Workflow): Promise<Run> {
    const run = await storeRun(deps, draft, workflow);
    relay();
    return run;
  }

  /** An entry that could not be executed stays where it is; the sweep comes back to it. */
  function relay(): void {
    void outbox.relay().catch(() => undefined);
  }
}
