import { isFinal, type Problem, type Run, RunwrightError, type TraceContext } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';
import type { ChildRequest } from '../registry/child-request.ts';
import { type AcceptDeps, draftWorkflowRun, storeRun } from '../run-requests/accept-run.ts';
import { readWorkflowRunRequest } from '../run-requests/run-request.ts';
import { type EndDeps, endRunWithoutLease } from './end-run-without-lease.ts';

/** Most runs above a run. */
const maxDepth = 10;

/** A child run that a block starts. */
export interface NewChild extends ChildRequest {
  readonly runId: string;
  readonly systemPrompt: string | null;
  /** See `RunSettings.derivedParameters`. */
  readonly derivedParameters: readonly string[];
  /** See `RunSettings.parentSites`. */
  readonly parentSites: readonly string[];
  /** Span of the block; null without one. */
  readonly traceContext: TraceContext | null;
}

/** The runs that the blocks of one run start. */
export interface ChildRuns {
  /** See {@link startChild}; the run begins as soon as a worker takes it. */
  start(child: NewChild): Promise<Run>;
  /** Null when there is none. */
  find(runId: string): Promise<Run | null>;
  cancel(run: Run): Promise<void>;
}

/** The runs that a run starts; `relay` hands them to the queue. */
export function createChildRuns(deps: AcceptDeps & EndDeps, parent: Run, relay: () => void): ChildRuns {
  return {
    async start(child) {
      const run = await startChild(deps, parent, child);
      relay();
      return run;
    },
    find: (runId) => deps.store.runs.get(parent.organizationId, runId),
    async cancel(run) {
      await cancelWithChildren(deps, run);
      relay();
    },
  };
}

/**
 * Starts a run for a run, or answers the one that has been started under this id. Throws `block_failed` when there
 * are too many runs above it, and what refuses a start, with paths that begin at the block's `payload`.
 */
export async function startChild(deps: AcceptDeps, parent: Run, child: NewChild): Promise<Run> {
  const found = await deps.store.runs.get(parent.organizationId, child.runId);
  if (found !== null) return found;
  const depth = (parent.parent?.depth ?? 0) + 1;
  if (depth > maxDepth) throw tooDeep(child.workflowPermanentId);
  const { organizationId, apiKeyId, triggerType } = parent;
  try {
    const request = readWorkflowRunRequest({
      workflow_id: child.workflowPermanentId,
      parameters: child.payload,
      ...(child.browserSessionId === null ? {} : { browser_session_id: child.browserSessionId }),
    });
    const draft = await draftWorkflowRun(deps, request, {
      organizationId,
      apiKeyId,
      triggerType,
      runId: child.runId,
      inherited: {
        ...parent.settings,
        derivedParameters: child.derivedParameters,
        parentSites: child.parentSites,
      },
      ...(child.traceContext ? { traceContext: child.traceContext } : {}),
      parent: { runId: parent.runId, depth, waits: child.waits, systemPrompt: child.systemPrompt },
      heldConcurrencyKeys: child.waits ? await heldKeysOf(deps, parent) : [],
    });
    return await storeRun(deps, draft);
  } catch (error) {
    if (!RunwrightError.is(error) || error.code === 'out_of_credits') throw error;
    // Another worker, which had lost the parent by then, was faster.
    const other = error.code === 'conflict' ? await deps.store.runs.find(child.runId) : null;
    if (other !== null) return other;
    throw asBlockError(error, child.workflowPermanentId);
  }
}

/** Cancels the runs that a run waits for, each after those that it waits for itself. */
export async function cancelChildren(deps: EndDeps, runId: string): Promise<void> {
  for (const outline of await deps.store.runs.children(runId)) {
    const child = await deps.store.runs.find(outline.runId);
    if (child !== null) await cancelWithChildren(deps, child);
  }
}

/** Cancels a run, the runs that it waits for first. Answers it as it is then: canceled, or ended in another way. */
export async function cancelWithChildren(deps: EndDeps, run: Run): Promise<Run> {
  for (let current: Run | null = run; current !== null; current = await deps.store.runs.find(run.runId)) {
    if (isFinal(current.status)) return current;
    await cancelChildren(deps, current.runId);
    const canceled = await endRunWithoutLease(deps, current, canceledEnd);
    // It has ended by itself in between.
    if (canceled === null) continue;
    // A worker may have started one in between; it cannot start another one any more.
    await cancelChildren(deps, current.runId);
    return canceled;
  }
  return run;
}

const canceledEnd = { status: 'canceled', failureReason: null, failureCategory: null } as const;

/** Returns the concurrency keys of the runs that wait, directly or not, for a child of this one. They are held until the child has ended. */
async function heldKeysOf(deps: Pick<EngineDeps, 'store'>, parent: Run): Promise<readonly string[]> {
  const keys = [...parent.concurrencyKeys];
  let above = parent.parent;
  while (above?.waits) {
    const run = await deps.store.runs.find(above.runId);
    keys.push(...(run?.concurrencyKeys ?? []));
    above = run?.parent ?? null;
  }
  return keys;
}

function tooDeep(workflowPermanentId: string): RunwrightError {
  return new RunwrightError(
    'block_failed',
    `Cannot start a run of \`${workflowPermanentId}\`: ${maxDepth} runs are above it already, the max depth. Look for a workflow that triggers itself.`,
    { details: { failure_category: 'limit' } },
  );
}

function asBlockError(error: RunwrightError, workflowPermanentId: string): RunwrightError {
  const given = error.details.problems;
  const problems = (Array.isArray(given) ? (given as readonly Problem[]) : []).map((problem) => ({
    ...problem,
    path: problem.path[0] === 'parameters' ? ['payload', ...problem.path.slice(1)] : problem.path,
  }));
  const reasons = problems.map(({ path, message }) => `\`${path.join('.')}\`: ${message}`);
  const reason = reasons.length > 0 ? reasons.join('; ') : error.message.replace(/\.$/, '');
  return new RunwrightError('block_failed', `Cannot start a run of \`${workflowPermanentId}\`: ${reason}.`, {
    cause: error,
    details: {
      failure_category: error.details.failure_category ?? 'definition',
      ...(problems.length > 0 ? { problems } : {}),
    },
  });
}
