import type { BlockContext } from '@runwright/contract';
import type { TaskOutput } from './blocks/browser-fields.ts';
import type { AgentOptions } from './execute-task.ts';
import { boundaries } from './prompt-boundaries.ts';
import { type Judged, withErrorCode } from './judge-failure.ts';
import { finalArtifacts } from './open-page.ts';
import { newTaskId } from './random-id.ts';
import { beginStep, type Step } from './step.ts';
import { endError, outputOf, withOutput } from './task-output.ts';
import type { FailedEnd, TaskEnd, TaskSpec } from './task-spec.ts';
import { checkCriteria } from './verify.ts';

/** What is to be judged. */
export interface Validation {
  readonly spec: TaskSpec;
  readonly context: BlockContext;
  /** No page is looked at, even when one is open. */
  readonly withoutPage: boolean;
}

/**
 * Judges the criteria of a block on the page that is open, or without one. A terminate criterion that holds ends the block;
 * so does a complete criterion that does not hold.
 *
 * @throws RunwrightError `terminated` for these, and where there is no page to judge; what drivers throw
 */
export async function validate(
  { spec, context, withoutPage }: Validation,
  options: AgentOptions,
): Promise<TaskOutput> {
  const owner = { taskId: newTaskId(options.random), label: spec.label, errorCodes: spec.errorCodes };
  if (!withoutPage && !context.hasPage) {
    const end = noPage(spec.label);
    throw endError(end, outputOf(owner, { end, data: null, downloads: [] }, null));
  }
  const session = withoutPage ? null : await context.browser();
  const work: Judged = { spec, context, session, boundaries: boundaries(options.random) };
  const step = await beginStep(context, 0);
  const end = await judge(work, step).catch(async (error: unknown) => {
    if (!context.signal.aborted) await step.end('failed');
    throw withOutput(error, owner);
  });
  await step.end('completed');
  const screenshot = session && (await finalArtifacts(session.page, context));
  const output = outputOf(owner, { end, data: null, downloads: [] }, screenshot?.artifactId ?? null);
  if (end.status === 'completed') return output;
  throw endError(end, output);
}

async function judge(work: Judged, step: Step): Promise<TaskEnd> {
  const { completeCriterion, terminateCriterion, inputs } = work.spec;
  const { complete, terminate, evidence } = await checkCriteria(work, step, inputs);
  if (terminate && terminateCriterion !== null) {
    return withErrorCode(work, step, given(`The criterion to terminate holds: ${evidence}`));
  }
  if (completeCriterion === null || complete) return { status: 'completed' };
  return withErrorCode(work, step, given(`The criterion to complete does not hold: ${evidence}`));
}

function given(reason: string): FailedEnd {
  return { status: 'terminated', reason, category: 'user_defined', errorCode: null, confidence: null };
}

function noPage(label: string): FailedEnd {
  return {
    status: 'terminated',
    reason: `The validation block \`${label}\` has no page to judge, since no block of the run opened one; let one do so before it, or set \`without_page_information\`.`,
    category: 'definition',
    errorCode: null,
    confidence: null,
  };
}
