import type { BlockContext } from '@runwright/contract';
import type { TaskOutput } from './blocks/browser-fields.ts';
import { checkCriteria } from './check-criteria.ts';
import type { AgentOptions } from './execute-task.ts';
import { type JudgeContext, withErrorCode } from './judge-failure.ts';
import { saveFinalArtifacts } from './open-page.ts';
import { promptBoundaries } from './prompt-boundaries.ts';
import { beginStep, type Step } from './step.ts';
import { toTaskError, toTaskOutput, withTaskOutput } from './task-output.ts';
import type { FailedEnd, TaskEnd, TaskSpec } from './task-spec.ts';

/** Input of {@link executeValidation}. */
export interface ValidationRequest {
  readonly spec: TaskSpec;
  readonly context: BlockContext;
  /** True when the criteria are judged without a page, even when one is open. */
  readonly withoutPage: boolean;
}

/**
 * Judges the criteria of a block with or without the current page. A terminate criterion that holds ends the block; so does
 * a complete criterion that does not hold.
 *
 * @throws RunwrightError `terminated` in both cases and when no page is open; errors of drivers
 */
export async function executeValidation(
  { spec, context, withoutPage }: ValidationRequest,
  options: AgentOptions,
): Promise<TaskOutput> {
  const owner = { taskId: context.taskId, label: spec.label, errorCodes: spec.errorCodes };
  if (!withoutPage && !context.hasPage) {
    const end = missingPageEnd(spec.label);
    throw toTaskError(end, toTaskOutput(owner, { end, summary: null, data: null, downloads: [] }, null));
  }
  const session = withoutPage ? null : await context.browser();
  const task: JudgeContext = { spec, context, session, boundaries: promptBoundaries(options.random) };
  const step = await beginStep(context, 0);
  const end = await judge(task, step).catch(async (error: unknown) => {
    if (!context.signal.aborted) await step.end('failed');
    throw withTaskOutput(error, owner);
  });
  await step.end('completed');
  const screenshot = session && (await saveFinalArtifacts(session.page, context));
  const output = toTaskOutput(owner, { end, summary: null, data: null, downloads: [] }, screenshot);
  if (end.status === 'completed') return output;
  throw toTaskError(end, output);
}

async function judge(task: JudgeContext, step: Step): Promise<TaskEnd> {
  const { completeCriterion, terminateCriterion, inputs } = task.spec;
  const { complete, terminate, evidence } = await checkCriteria(task, step, inputs);
  if (terminate && terminateCriterion !== null) {
    return withErrorCode(task, step, failedCriterion(`The criterion to terminate holds: ${evidence}`));
  }
  if (completeCriterion === null || complete) return { status: 'completed' };
  return withErrorCode(task, step, failedCriterion(`The criterion to complete does not hold: ${evidence}`));
}

function failedCriterion(reason: string): FailedEnd {
  return { status: 'terminated', reason, category: 'user_defined', errorCode: null, confidence: null };
}

function missingPageEnd(label: string): FailedEnd {
  return {
    status: 'terminated',
    reason: `The validation block \`${label}\` has no page to judge: no earlier block opened one. Add a block that opens a page before it, or set \`without_page_information\`.`,
    category: 'definition',
    errorCode: null,
    confidence: null,
  };
}
