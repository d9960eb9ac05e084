import {
  type AcceptedDraft,
  type ConcurrencyLimit,
  type DownloadRequest,
  defaults,
  type FinishedRun,
  type LoginRequest,
  notFound,
  type Run,
  type RunDraft,
  type RunHandle,
  RunwrightError,
  type TaskRequest,
  type TypedRunRequest,
  type Workflow,
  type WorkflowDraft,
  type WorkflowHandle,
  type WorkflowRunRequest,
} from '@runwright/contract';
import { invalidInput, validateDraft } from '@runwright/definition';
import type { Engine } from '../api/engine.ts';
import type { IdempotencyApi } from '../api/idempotency-api.ts';
import type { RunOrigin, StartedRun } from '../api/runs-api.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { acceptParameters } from '../run-requests/accept-parameters.ts';
import { draftRunOf, originOf, runnableWorkflow, storeRun } from '../run-requests/accept-run.ts';
import { acceptSettings } from '../run-requests/accept-settings.ts';
import { checkStartAddress } from '../run-requests/check-addresses.ts';
import { checkCredentialSource } from '../run-requests/check-credential-source.ts';
import { checkModels } from '../run-requests/check-models.ts';
import { concurrencyLimitsOf } from '../run-requests/concurrency-limits.ts';
import { downloadDraft } from '../run-requests/download-draft.ts';
import { loginDraft } from '../run-requests/login-draft.ts';
import { metadataFilterProblems } from '../run-requests/metadata-problems.ts';
import { readTaskRequest, readWorkflowRunRequest, shownRequest } from '../run-requests/run-request.ts';
import {
  readDownloadRequest,
  readLoginRequest,
  type SingleTaskRequest,
  shownSingleTask,
} from '../run-requests/single-task-request.ts';
import { startWarnings } from '../run-requests/start-warnings.ts';
import { taskDraft, taskProblems } from '../run-requests/task-draft.ts';
import { findBlockTask, followBlockTask } from '../runs/block-task.ts';
import { cancelWithChildren } from '../runs/child-runs.ts';
import { isDeletedOrganization, unknownOrganization } from '../runs/end-organization.ts';
import { readCassette } from '../runs/read-cassette.ts';
import { resumeRun } from '../runs/resume-run.ts';
import { followTimeline, readTimeline, waitUntilFinal } from '../runs/timeline.ts';
import { withoutLostRecording } from '../runs/without-lost-recording.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { scheduleWebhook } from '../webhooks/deliver-webhook.ts';
import { withSettledWebhook } from '../webhooks/with-settled-webhook.ts';
import type { Outbox } from '../worker/outbox.ts';
import { createStartOnce } from './start-once.ts';
import { newWorkflow } from './workflows.ts';

interface WaitOptions {
  readonly signal?: AbortSignal;
}

type HandleArguments = readonly [
  workflow: WorkflowHandle<unknown, unknown>,
  request: TypedRunRequest<unknown>,
  origin: RunOrigin,
];
type StartArguments = readonly [request: WorkflowRunRequest, origin: RunOrigin] | HandleArguments;

function requestOfHandle(...[workflow, request, origin]: HandleArguments): readonly [object, RunOrigin] {
  return [{ ...request, workflow_id: workflow.workflowPermanentId }, origin];
}

/** Runs of a list that are reached by pages. Those after them are reached by the time when they were created. */
const maxListedRuns = 50_000;
/** The same of a list that is searched. */
const maxFoundRuns = 1000;

/** The run calls of an engine. */
export function createRuns(
  deps: EngineDeps,
  outbox: Pick<Outbox, 'relayInBackground'>,
  idempotency: IdempotencyApi,
): Engine['runs'] {
  const { store, makeId } = deps;
  const startOnce = createStartOnce({ ...deps, idempotency }, relay);

  return {
    startTask: (request, given) => startOnce('runs.startTask', request, given, startTask),
    startLogin: (request, given) => startOnce('runs.startLogin', request, given, startLogin),
    startDownload: (request, given) => startOnce('runs.startDownload', request, given, startDownload),
    async start(...given: StartArguments) {
      const [request, origin] = given.length === 2 ? given : requestOfHandle(...given);
      return startOnce('runs.start', request, origin, startWorkflow);
    },

    startDraft: (draft, request, given) =>
      startOnce('runs.startDraft', { draft, request }, given, startDraft),

    async get(organizationId, id) {
      // Before as well: the budget of a turn is counted from the first call in it.
      await yieldToEventLoop(deps.clock);
      const run =
        (await findBlockTask(deps, organizationId, id))?.run ?? (await startedRun(organizationId, id));
      await yieldToEventLoop(deps.clock);
      return withoutLostRecording(await withSettledWebhook(deps, run), deps.clock.now());
    },

    async list(organizationId, { page = 1, pageSize = defaults.pageSize, ...filter } = {}) {
      const problems = metadataFilterProblems(filter.metadata);
      if (problems.length > 0) throw invalidInput('Runs cannot be listed', problems);
      const most = filter.searchKey === undefined ? maxListedRuns : maxFoundRuns;
      if ((page - 1) * pageSize >= most) throw tooDeep(most);
      const found = await store.runs.list({ organizationId, page, pageSize, ...filter });
      const now = deps.clock.now();
      return { ...found, items: found.items.map((run) => withoutLostRecording(run, now)) };
    },

    async cancel(organizationId, id) {
      const run = await startedRun(organizationId, id);
      const canceled = await cancelWithChildren(deps, run);
      relay();
      if (canceled.status === 'canceled') return canceled;
      throw new RunwrightError(
        'conflict',
        `Run ${id} cannot be canceled: it has ended as \`${canceled.status}\`.`,
      );
    },

    async resume(organizationId, id, answer = {}) {
      const { runId } = await startedRun(organizationId, id);
      const run = await resumeRun(deps, runId, answer);
      relay();
      return run;
    },

    async timeline(organizationId, idOrRun) {
      const task = await findBlockTask(deps, organizationId, idOf(idOrRun));
      if (task) return task.events;
      const { runId } = await foundRun(organizationId, idOrRun);
      return readTimeline(deps, runId);
    },

    async *events(organizationId, idOrRun, options = {}) {
      const task = await findBlockTask(deps, organizationId, idOf(idOrRun));
      if (task) {
        yield* followBlockTask(deps, task, options);
        return;
      }
      yield* followTimeline(deps, await foundRun(organizationId, idOrRun), options);
    },

    finished,

    async artifacts(organizationId, idOrRun, options) {
      const task = await findBlockTask(deps, organizationId, idOf(idOrRun));
      if (task) {
        const all = await store.artifacts.list(organizationId, task.parent.runId, options);
        return all.filter(({ blockRunId }) => blockRunId === task.blockRunId);
      }
      const { runId } = await foundRun(organizationId, idOrRun);
      return store.artifacts.list(organizationId, runId, options);
    },

    async cassette(organizationId, id) {
      return readCassette(deps, await startedRun(organizationId, id));
    },

    async deliveries(organizationId, id) {
      const run = await startedRun(organizationId, id);
      return store.deliveries.list(organizationId, run.runId);
    },

    async delivery(organizationId, id, deliveryId) {
      const run = await startedRun(organizationId, id);
      const found = await store.deliveries.find(organizationId, run.runId, deliveryId);
      if (found === null) throw notFound('Webhook delivery', deliveryId);
      return found;
    },

    async retryWebhook(organizationId, id, options = {}) {
      const run = await startedRun(organizationId, id);
      const delivery = await scheduleWebhook(deps, run, options.webhookUrl ?? null);
      relay();
      return delivery;
    },
  };

  function finished<Output>(
    organizationId: string,
    run: RunHandle<Output>,
    options?: WaitOptions,
  ): Promise<FinishedRun<Output>>;
  function finished(organizationId: string, id: string, options?: WaitOptions): Promise<Run>;
  async function finished(
    organizationId: string,
    run: string | RunHandle<unknown>,
    options: WaitOptions = {},
  ): Promise<unknown> {
    const { runId } = await startedRun(organizationId, typeof run === 'string' ? run : run.runId);
    return waitUntilFinal(deps, runId, options, () => startedRun(organizationId, runId));
  }

  /** A run that was started; the task of a block is none. */
  async function startedRun(organizationId: string, id: string): Promise<Run> {
    const run = await store.runs.get(organizationId, id);
    if (run === null) throw notFound('Run', id);
    return run;
  }

  async function foundRun(organizationId: string, idOrRun: string | Run): Promise<Run> {
    return typeof idOrRun === 'string' ? startedRun(organizationId, idOrRun) : idOrRun;
  }

  async function startTask(request: TaskRequest, origin: RunOrigin): Promise<StartedRun> {
    const read = readTaskRequest(request);
    const { draft, problems } = validateDraft(taskDraft(read), deps.registry, deps.settings.limits);
    if (draft === null) throw invalidInput('The task cannot be started', taskProblems(problems));
    const workflow = newWorkflow(deps, origin.organizationId, draft);
    const settings = await acceptSettings(deps, read, draft, origin);
    checkModels(deps, draft.workflow_definition.blocks, settings);
    await checkStartAddress(deps, read.url ?? null);
    return accept(
      {
        ...originOf(deps, workflow, origin),
        concurrencyLimits: limitsOf(workflow, read.url),
        runId: makeId('tsk'),
        workflowRunId: makeId('wr'),
        kind: 'task',
        title: read.title ?? null,
        request: shownRequest(read),
        parameters: {},
        settings,
      },
      workflow,
      origin,
      { isNew: true },
    );
  }

  async function startLogin(request: LoginRequest, origin: RunOrigin): Promise<StartedRun> {
    const read = readLoginRequest(request);
    const identifier = await checkCredentialSource(deps, origin.organizationId, read);
    return startSingle(read, origin, {
      draft: loginDraft(read),
      members: { navigation_goal: 'prompt', totp_verification_url: 'totp_url' },
      totpIdentifier: identifier,
    });
  }

  async function startDownload(request: DownloadRequest, origin: RunOrigin): Promise<StartedRun> {
    const read = readDownloadRequest(request);
    return startSingle(read, origin, {
      draft: downloadDraft(read),
      members: { totp_verification_url: 'totp_url' },
    });
  }

  async function startDraft(
    given: { readonly draft: WorkflowDraft; readonly request: object },
    origin: RunOrigin,
  ): Promise<StartedRun> {
    const { draft, problems } = validateDraft(given.draft, deps.registry, deps.settings.limits);
    if (draft === null) throw invalidInput('The workflow cannot be started', problems);
    const workflow = newWorkflow(deps, origin.organizationId, { ...draft, status: 'auto_generated' });
    const read = readWorkflowRunRequest({ ...given.request, workflow_id: workflow.workflowPermanentId });
    return accept(await draftRunOf(deps, workflow, read, origin), workflow, origin, { isNew: true });
  }

  async function startWorkflow(request: object, origin: RunOrigin): Promise<StartedRun> {
    const read = readWorkflowRunRequest(request);
    const workflow = await runnableWorkflow(deps, origin.organizationId, read.workflow_id);
    return accept(await draftRunOf(deps, workflow, read, origin), workflow, origin, { isNew: false });
  }

  /**
   * Starts the one-block workflow of a request. `members`: where a problem of its block comes from. `totpIdentifier`: that
   * of the credential, which the request's own beats.
   */
  async function startSingle(
    request: SingleTaskRequest,
    origin: RunOrigin,
    options: {
      readonly draft: AcceptedDraft;
      readonly members: Readonly<Record<string, string>>;
      readonly totpIdentifier?: string | null;
    },
  ): Promise<StartedRun> {
    const { draft, problems } = validateDraft(options.draft, deps.registry, deps.settings.limits);
    if (draft === null) {
      throw invalidInput('The task cannot be started', taskProblems(problems, options.members));
    }
    const workflow = newWorkflow(deps, origin.organizationId, draft);
    const asked = {
      ...request,
      totp_identifier: request.totp_identifier || options.totpIdentifier || null,
      max_screenshot_scrolls: request.max_screenshot_scrolling_times ?? null,
    };
    const settings = await acceptSettings(deps, asked, draft, origin);
    await checkStartAddress(deps, request.url ?? null);
    const runId = makeId('wr');
    const run: RunDraft = {
      ...originOf(deps, workflow, origin),
      concurrencyLimits: limitsOf(workflow, request.url),
      runId,
      workflowRunId: runId,
      kind: 'workflow',
      title: workflow.title,
      request: shownSingleTask(request, workflow.workflowPermanentId),
      parameters: await acceptParameters(deps, workflow, {}),
      settings,
    };
    return accept(run, workflow, origin, { isNew: true });
  }

  function limitsOf(workflow: Workflow, url: string | null | undefined): readonly ConcurrencyLimit[] {
    return concurrencyLimitsOf(workflow, deps.settings.limits, url ?? null);
  }

  async function accept(
    draft: RunDraft,
    workflow: Workflow,
    { idempotency }: RunOrigin,
    { isNew }: { readonly isNew: boolean },
  ): Promise<StartedRun> {
    const warned = { ...draft, warnings: startWarnings(workflow, draft) };
    const run = await storeRun(deps, warned, { idempotency, ...(isNew ? { workflow } : {}) });
    // Its organization may have been deleted after its key was accepted, and its runs canceled before this one was stored.
    if (await isDeletedOrganization(deps, run.organizationId)) {
      await cancelWithChildren(deps, run);
      throw unknownOrganization(run.organizationId);
    }
    relay();
    return run;
  }

  /** An entry that could not be executed stays where it is; the sweep comes back to it. */
  function relay(): void {
    outbox.relayInBackground();
  }
}

function idOf(idOrRun: string | Run): string {
  return typeof idOrRun === 'string' ? idOrRun : idOrRun.runId;
}

/** Refuses a page that would only be reached by counting more runs than a call may. */
function tooDeep(most: number): RunwrightError {
  return invalidInput('Runs cannot be listed', [
    {
      path: ['page'],
      message: `Value error, a list shows its first ${most.toLocaleString('en')} runs by pages. Go on from page 1 with \`created_before\`: the time of the last run that you have`,
      type: 'value_error',
    },
  ]);
}
