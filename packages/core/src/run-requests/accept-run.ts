import {
  type DueTime,
  newRun,
  notFound,
  type OutboxEntry,
  type Run,
  type RunDraft,
  type RunParent,
  RunwrightError,
  type StartRecords,
  type Workflow,
  type WorkflowRunRequest,
} from '@runwright/contract';
import { invalidInput } from '@runwright/definition';
import type { RunOrigin, StartIdempotency } from '../api/runs-api.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { acceptParameters } from './accept-parameters.ts';
import { acceptSettings } from './accept-settings.ts';
import { checkModels } from './check-models.ts';
import { concurrencyKeysOf } from './concurrency-keys.ts';
import { concurrencyLimitsOf, startUrlOf } from './concurrency-limits.ts';
import { partialProblems } from './partial-run.ts';
import { type InheritedSettings, shownRequest } from './run-request.ts';
import { startWarnings } from './start-warnings.ts';

/** Dependencies of accepting a run. */
export type AcceptDeps = Pick<
  EngineDeps,
  | 'store'
  | 'clock'
  | 'makeId'
  | 'random'
  | 'storage'
  | 'credentials'
  | 'model'
  | 'registry'
  | 'egress'
  | 'billing'
  | 'runStarts'
  | 'haveSeveralOrganizations'
  | 'settings'
>;

/** The origin of a run, beside its request. */
export interface WorkflowRunOrigin extends RunOrigin {
  /** Default: a new one. */
  readonly runId?: string;
  readonly parent?: RunParent;
  /** Settings of the parent. */
  readonly inherited?: InheritedSettings;
  /** Concurrency keys that it does not wait for, because runs above it hold them while they wait for it. */
  readonly heldConcurrencyKeys?: readonly string[];
}

/**
 * The run that a request asks for. Throws `not_found` for an unknown workflow, `conflict` for one that cannot run, and
 * `invalid_input` with every parameter that does not fit.
 */
export async function draftWorkflowRun(
  deps: AcceptDeps,
  request: WorkflowRunRequest,
  origin: WorkflowRunOrigin,
): Promise<RunDraft> {
  const workflow = await runnableWorkflow(deps, origin.organizationId, request.workflow_id);
  const draft = await draftRunOf(deps, workflow, request, origin);
  return { ...draft, warnings: startWarnings(workflow, draft) };
}

/** The run of a workflow that a request asks for. Throws like {@link draftWorkflowRun}. */
export async function draftRunOf(
  deps: AcceptDeps,
  workflow: Workflow,
  request: WorkflowRunRequest,
  origin: WorkflowRunOrigin,
): Promise<RunDraft> {
  const problems = partialProblems(request, workflow.draft.workflow_definition);
  if (problems.length > 0) throw invalidInput('The run cannot be started', problems);
  const values = await acceptParameters(deps, workflow, request.parameters);
  const settings = await acceptSettings(deps, request, workflow.draft, origin);
  checkModels(deps, workflow.draft.workflow_definition.blocks, settings, ['workflow_id']);
  const runId = origin.runId ?? deps.makeId('wr');
  const draft = {
    ...originOf(deps, workflow, origin),
    runId,
    workflowRunId: runId,
    kind: 'workflow',
    title: request.title ?? null,
    request: shownRequest(request),
    parameters: values,
    settings,
    parent: origin.parent ?? null,
  } as const;
  const keys = concurrencyKeysOf({ workflow, run: draft, parameters: values });
  return {
    ...draft,
    concurrencyKeys: keys.filter((key) => !origin.heldConcurrencyKeys?.includes(key)),
    concurrencyLimits: concurrencyLimitsOf(
      draft,
      deps.settings.limits,
      startUrlOf(workflow.draft, draft, values),
    ),
  };
}

/**
 * Stores a run together with the intention to hand it to the queue, and the answer to its request when that has an
 * idempotency key. Throws `out_of_credits`, `failed_precondition` and `rate_limited` when its organization may start none, for want of
 * credits or of storage or because it has started too many, and `conflict` when its id exists, or when another request has the key.
 *
 * @param options `workflow`: its workflow when that is new; `dueTime`: that of the schedule which starts it
 */
export async function storeRun(
  {
    store,
    makeId,
    billing,
    storage,
    runStarts,
  }: Pick<EngineDeps, 'store' | 'makeId' | 'billing' | 'storage' | 'runStarts'>,
  draft: RunDraft,
  options: {
    readonly workflow?: Workflow | undefined;
    readonly idempotency?: StartIdempotency | undefined;
    readonly dueTime?: DueTime;
  } = {},
): Promise<Run> {
  const { workflow, idempotency, dueTime } = options;
  await billing.assertCredits(draft.organizationId);
  await storage.assertRoom(draft.organizationId);
  const entry: OutboxEntry = {
    entryId: makeId('obx'),
    organizationId: draft.organizationId,
    runId: draft.runId,
    type: 'enqueue',
    payload: {},
    status: 'pending',
    dueAt: draft.createdAt,
    createdAt: draft.createdAt,
  };
  const create = (records: StartRecords) =>
    runStarts.admit(draft.organizationId, () => store.runs.create(draft, [entry], workflow, records));
  if (!idempotency) return create(dueTime ? { dueTime } : {});
  const { reservation, answer } = idempotency;
  return reservation.completeWith(answer(newRun(draft)), (idempotencyKey) => create({ idempotencyKey }));
}

/** The members of a new run that say whose it is. */
export function originOf(
  deps: Pick<EngineDeps, 'clock'>,
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
    createdAt: deps.clock.now(),
  };
}

/** Returns a stored workflow. Throws `not_found` for an unknown one, and `conflict` for one that cannot run. */
export async function runnableWorkflow(
  deps: Pick<EngineDeps, 'store'>,
  organizationId: string,
  permanentId: string,
): Promise<Workflow> {
  const workflow = await deps.store.workflows.get(organizationId, permanentId);
  if (workflow === null) throw notFound('Workflow', permanentId);
  if (workflow.status === 'importing' || workflow.status === 'import_failed') {
    throw new RunwrightError(
      'conflict',
      `Workflow ${permanentId} cannot run while its status is \`${workflow.status}\`.`,
    );
  }
  return workflow;
}
