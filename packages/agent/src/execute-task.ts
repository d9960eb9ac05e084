import {
  type BlockContext,
  type Clock,
  RunwrightError,
  type TaskEngine,
  type Thought,
} from '@runwright/contract';
import type { TaskOutput } from './blocks/browser-fields.ts';
import { boundaries } from './prompt-boundaries.ts';
import { findings } from './data-collector.ts';
import { withErrorCode } from './judge-failure.ts';
import { finalArtifacts, openStart } from './open-page.ts';
import { newTaskId, type Random } from './random-id.ts';
import { beginStep } from './step.ts';
import { stepLoop } from './step-loop.ts';
import { endError, outputOf, type TaskResult, withOutput } from './task-output.ts';
import type { FailedEnd, TaskEnd, TaskSpec } from './task-spec.ts';
import type { Work } from './task-context.ts';

/** What the agent takes from outside. */
export interface AgentOptions {
  /** Tells the day to the model. Default: the system's clock. */
  readonly clock?: Clock;
  /** Makes boundaries around page text, and ids. Default: the system's secure source. */
  readonly random?: Random;
}

/**
 * Carries a browser task out and answers its output.
 *
 * @param toSpec reads the block's config; what it throws fails the block before a browser opens
 * @throws RunwrightError `terminated` for a judgement, `max_steps`, `block_failed` and what drivers throw; with the
 * task's output, its errors and their category in `details`
 */
export async function carryOut(
  toSpec: () => TaskSpec,
  engine: TaskEngine | null | undefined,
  context: BlockContext,
  options: AgentOptions,
): Promise<TaskOutput> {
  const spec = toSpec();
  if (engine === 'service-2.0') await noticeStepLoop(context, spec);
  const owner = { taskId: newTaskId(options.random), label: spec.label, errorCodes: spec.errorCodes };
  const work: Work = {
    spec,
    context,
    session: await context.browser(),
    boundaries: boundaries(options.random),
    today: new Date(options.clock?.now() ?? Date.now()).toISOString().slice(0, 10),
  };
  const result = await run(work).catch(async (error: unknown): Promise<TaskResult> => {
    const end = await mappedEnd(work, error);
    if (end === null) throw withOutput(error, owner);
    return { end, data: null, downloads: [] };
  });
  const screenshot = await finalArtifacts(work.session.page, context);
  const output = outputOf(owner, result, screenshot?.artifactId ?? null);
  if (result.end.status === 'completed') return output;
  throw endError(result.end, output);
}

/** The end of a task whose page did not open, when one of the caller's codes says so; null for every other failure. */
async function mappedEnd(work: Work, error: unknown): Promise<TaskEnd | null> {
  if (!RunwrightError.is(error) || error.details.failure_category !== 'page_load') return null;
  const failed = { status: 'failed', category: 'page_load', errorCode: null, confidence: null } as const;
  const thinker = {
    think: async (thought: Omit<Thought, 'type'>) => {
      await work.context.log.record({ type: 'thought', ...thought });
    },
  };
  const end = await withErrorCode(work, thinker, { ...failed, reason: error.message }).catch(() => null);
  work.context.signal.throwIfAborted();
  return end?.errorCode ? end : null;
}

async function run(work: Work): Promise<TaskResult> {
  await openStart(work);
  return work.spec.goal === null ? readOnce(work) : stepLoop(work);
}

/** A task that only reads is one step. */
async function readOnce(work: Work): Promise<TaskResult> {
  const step = await beginStep(work.context, 0);
  const found = findings(work);
  const move = { action_type: 'extract', goal: work.spec.data?.goal ?? '' };
  try {
    const response = await found.read(step, null);
    await step.note(0, move, 'completed', response);
    await step.end('completed');
    return { end: { status: 'completed' }, data: found.data, downloads: [] };
  } catch (error) {
    if (!isExtractionFailure(error)) {
      if (!work.context.signal.aborted) await step.end('failed');
      throw error;
    }
    await step.note(0, move, 'failed', error.message);
    const end = await extractionEnd(work, step, error.message);
    await step.end('failed');
    return { end, data: null, downloads: [] };
  }
}

async function extractionEnd(
  work: Work,
  step: Awaited<ReturnType<typeof beginStep>>,
  reason: string,
): Promise<TaskEnd> {
  const failed: FailedEnd = {
    status: 'failed',
    reason,
    category: 'extraction',
    errorCode: null,
    confidence: null,
  };
  return withErrorCode(work, step, failed);
}

function isExtractionFailure(error: unknown): error is RunwrightError {
  return (
    RunwrightError.is(error) &&
    error.code === 'block_failed' &&
    error.details.failure_category === 'extraction'
  );
}

async function noticeStepLoop(context: BlockContext, spec: TaskSpec): Promise<void> {
  await context.log.record({
    type: 'thought',
    thoughtType: 'notice',
    scenario: 'environment',
    observation: null,
    answer: null,
    thought: `The planner of the engine service-2.0 is not part of this version; the step loop of service-1.0 carries the task out, with at most ${spec.maxSteps} steps.`,
    output: null,
    usage: null,
  });
}
