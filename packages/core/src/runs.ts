import {
  isFinal,
  type OutboxEntry,
  type Run,
  type RunDraft,
  RunwrightError,
  type Workflow,
} from '@runwright/contract';
import { checkSettings, checkStartAddress } from './accept-addresses.ts';
import { checkReferences } from './accept-references.ts';
import type { Engine, RunOrigin } from './api.ts';
import { endRun } from './end-run.ts';
import type { Outbox } from './outbox.ts';
import { convertParameters } from './parameters.ts';
import type { EngineParts } from './parts.ts';
import { followTimeline, readTimeline, untilFinal } from './run-events.ts';
import { readTaskRequest, readWorkflowRunRequest, runSettings, shownRequest } from './run-request.ts';
import { taskDraft, taskProblems } from './tasks.ts';
import { validateDraft } from './validate.ts';
import { invalid, newWorkflow } from './workflows.ts';

/** The run calls of an engine. */
export function createRuns(parts: EngineParts, outbox: Outbox): Engine['runs'] {
  const { store, clock, makeId } = parts;

  const runs: Engine['runs'] = {
    async startTask(request, origin) {
      const read = readTaskRequest(request);
      const { draft, problems } = validateDraft(taskDraft(read), parts.registry);
      if (draft === null) throw invalid('The task cannot be started', taskProblems(problems));
      const workflow = newWorkflow(parts, origin.organizationId, draft);
      const settings = runSettings(read, draft);
      checkReferences(parts, settings);
      await checkSettings(parts, settings);
      await checkStartAddress(parts, read.url ?? null);
      return accept(
        {
          ...draftOf(parts, workflow, origin),
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
      const read = readWorkflowRunRequest(request);
      const workflow = await store.workflows.get(origin.organizationId, read.workflow_id);
      if (workflow === null) throw new RunwrightError('not_found', `Workflow ${read.workflow_id} not found`);
      if (workflow.status === 'importing' || workflow.status === 'import_failed') {
        throw new RunwrightError(
          'conflict',
          `Workflow ${read.workflow_id} cannot run while its status is \`${workflow.status}\`.`,
        );
      }
      const { values, problems } = convertParameters(workflow.draft.workflow_definition, read.parameters);
      if (problems.length > 0) throw invalid('The run cannot be started', problems);
      const settings = runSettings(read, workflow.draft);
      checkReferences(parts, settings);
      await checkSettings(parts, settings);
      const runId = makeId('wr');
      return accept({
        ...draftOf(parts, workflow, origin),
        runId,
        workflowRunId: runId,
        kind: 'workflow',
        title: read.title ?? null,
        request: shownRequest(read),
        parameters: values,
        settings,
      });
    },

    async get(organizationId, runId) {
      const run = await store.runs.get(organizationId, runId);
      if (run === null) throw new RunwrightError('not_found', `Run ${runId} not found`);
      return run;
    },

    list: (organizationId, { page = 1, pageSize = 10, ...filter } = {}) =>
      store.runs.list({ organizationId, page, pageSize, ...filter }),

    async cancel(organizationId, id) {
      for (;;) {
        const run = await runs.get(organizationId, id);
        if (run.status === 'canceled') return run;
        if (isFinal(run.status)) {
          throw new RunwrightError(
            'conflict',
            `Run ${id} cannot be canceled: it has ended as \`${run.status}\`.`,
          );
        }
        const canceled = await tryCancel(run).catch(nullOnConflict);
        if (canceled === null) continue;
        parts.cancels.ring(run.runId);
        parts.changes.ring(run.runId);
        parts.ends.ring(run.runId);
        relay();
        return canceled;
      }
    },

    async timeline(organizationId, id) {
      const run = await runs.get(organizationId, id);
      return readTimeline(parts, run.runId);
    },

    async *events(organizationId, id, options = {}) {
      const run = await runs.get(organizationId, id);
      yield* followTimeline(parts, run, options);
    },

    async finished(organizationId, id, options = {}) {
      const { runId } = await runs.get(organizationId, id);
      return untilFinal(parts, runId, options, () => runs.get(organizationId, runId));
    },

    async artifacts(organizationId, id, options) {
      const run = await runs.get(organizationId, id);
      return store.artifacts.list(organizationId, run.runId, options);
    },

    async deliveries(organizationId, id) {
      const run = await runs.get(organizationId, id);
      return store.deliveries.list(organizationId, run.runId);
    },
  };
  return runs;

  async function accept(draft: RunDraft, workflow?: Workflow): Promise<Run> {
    const now = draft.createdAt;
    const entry: OutboxEntry = {
      entryId: makeId('obx'),
      organizationId: draft.organizationId,
      runId: draft.runId,
      type: 'enqueue',
      payload: {},
      status: 'pending',
      dueAt: now,
      createdAt: now,
    };
    const run = await store.runs.create(draft, [entry], workflow);
    relay();
    return run;
  }

  /** An entry that could not be carried out stays where it is; the sweep comes back to it. */
  function relay(): void {
    void outbox.relay().catch(() => undefined);
  }

  async function tryCancel(run: Run): Promise<Run> {
    const workflow = await store.workflows.getVersion(run.organizationId, run.workflowId);
    const now = clock.now();
    const change = endRun({
      run,
      definition: workflow?.draft.workflow_definition ?? { parameters: [], blocks: [] },
      attempts: await store.attempts.read(run.runId),
      end: { status: 'canceled', failureReason: null, failureCategory: null },
      makeId,
      now,
    });
    const patch = { type: 'run', patch: change.patch(run), revision: run.revision } as const;
    return store.runs.commit(run.runId, [patch, ...change.entries], null, { now });
  }
}

function draftOf(
  parts: Pick<EngineParts, 'clock'>,
  workflow: Workflow,
  origin: RunOrigin,
): Pick<
  RunDraft,
  'organizationId' | 'workflowId' | 'workflowPermanentId' | 'triggerType' | 'apiKeyId' | 'createdAt'
> {
  return {
    organizationId: origin.organizationId,
    workflowId: workflow.workflowId,
    workflowPermanentId: workflow.workflowPermanentId,
    triggerType: origin.triggerType ?? 'api',
    apiKeyId: origin.apiKeyId ?? null,
    createdAt: parts.clock.now(),
  };
}

function nullOnConflict(error: unknown): null {
  if (RunwrightError.is(error) && error.code === 'conflict') return null;
  throw error;
}
