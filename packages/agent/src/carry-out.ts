import {
  type BlockContext,
  type Clock,
  type ErrorCode,
  type FailureCategory,
  type RunErrorEntry,
  RunwrightError,
  type TaskEngine,
} from '@runwright/contract';
import type { TaskOutput } from './blocks/browser-fields.ts';
import { boundaries } from './fence.ts';
import { findings } from './findings.ts';
import { judgeFailure } from './judge-failure.ts';
import { finalArtifacts, openStart } from './open-page.ts';
import { type Random, randomHex } from './random.ts';
import { beginStep } from './step.ts';
import { type LoopResult, stepLoop } from './step-loop.ts';
import type { TaskEnd, TaskSpec } from './task-spec.ts';
import type { Work } from './work.ts';

/** What the agent takes from outside. */
export interface AgentOptions {
  /** Tells the day to the model. Default: the system's clock. */
  readonly clock?: Clock;
  /** Makes boundaries around page text, and ids. Default: the system's secure source. */
  readonly random?: Random;
}

type FailedEnd = Exclude<TaskEnd, { status: 'completed' }>;

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
  const taskId = `tsk_${randomHex(options.random)}`;
  const work: Work = {
    spec,
    context,
    session: await context.browser(),
    boundaries: boundaries(options.random),
    today: new Date(options.clock?.now() ?? Date.now()).toISOString().slice(0, 10),
  };
  const result = await run(work).catch((error: unknown) => {
    throw withOutput(error, taskId, spec);
  });
  const screenshot = await finalArtifacts(work.session.page, context);
  const output = outputOf(taskId, spec, result, screenshot?.artifactId ?? null);
  if (result.end.status === 'completed') return output;
  throw endError(result.end, output);
}

async function run(work: Work): Promise<LoopResult> {
  await openStart(work);
  return work.spec.goal === null ? readOnce(work) : stepLoop(work);
}

/** A task that only reads is one step. */
async function readOnce(work: Work): Promise<LoopResult> {
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
  const failed: TaskEnd = {
    status: 'failed',
    reason,
    category: 'extraction',
    errorCode: null,
    confidence: null,
  };
  if (Object.keys(work.spec.errorCodes).length === 0) return failed;
  const { error_code, confidence } = await judgeFailure(work, step, reason);
  if (error_code === null) return failed;
  return { status: 'terminated', reason, category: 'user_defined', errorCode: error_code, confidence };
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
    thought: `The planner of the engine service-2.0 is not part of this version; the step loop of service-1.0 carries the task out, with at most ${spec.maxSteps} steps.`,
    answer: null,
    output: null,
    usage: null,
  });
}

function outputOf(
  taskId: string,
  { label, errorCodes }: TaskSpec,
  { end, data, downloads }: LoopResult,
  screenshotId: string | null,
): TaskOutput {
  const errors = end.status === 'completed' ? [] : errorsOf(end, label);
  const custom =
    end.status !== 'completed' && end.errorCode !== null && Object.hasOwn(errorCodes, end.errorCode);
  return {
    task_id: taskId,
    status: end.status,
    extracted_information: data,
    failure_reason: end.status === 'completed' ? null : end.reason,
    errors,
    failure_category: end.status === 'completed' ? null : end.category,
    ...(custom && end.errorCode !== null ? { error: end.errorCode } : {}),
    downloaded_files: downloads.map(({ filename, url }) => ({ filename, url })),
    downloaded_file_urls: downloads.map(({ url }) => url),
    downloaded_file_artifact_ids: [],
    task_screenshots: [],
    task_screenshot_artifact_ids: screenshotId === null ? [] : [screenshotId],
    workflow_screenshots: [],
    workflow_screenshot_artifact_ids: screenshotId === null ? [] : [screenshotId],
  };
}

function errorsOf(end: FailedEnd, label: string): RunErrorEntry[] {
  if (end.errorCode === null) return [];
  return [
    {
      error_code: end.errorCode,
      reasoning: end.reason,
      confidence_float: end.confidence,
      block_label: label,
    },
  ];
}

function endError(end: FailedEnd, output: TaskOutput): RunwrightError {
  return new RunwrightError(endCode(end), end.reason, {
    details: { output, failure_category: end.category, errors: output.errors },
  });
}

function endCode({ status, errorCode }: FailedEnd): ErrorCode {
  if (status === 'terminated') return 'terminated';
  return errorCode === 'REACH_MAX_STEPS' ? 'max_steps' : 'block_failed';
}

/** A failed task has an output too, whatever made it fail; one that was canceled or ran out of time has none. */
function withOutput(error: unknown, taskId: string, spec: TaskSpec): unknown {
  if (!RunwrightError.is(error)) return error;
  if (['canceled', 'timed_out', 'lease_lost'].includes(error.code)) return error;
  const end: FailedEnd = {
    status: 'failed',
    reason: error.message,
    category: categoryOf(error),
    errorCode: codes[error.code] ?? null,
    confidence: null,
  };
  const told = error.details.errors;
  const output: TaskOutput = {
    ...outputOf(taskId, spec, { end, data: null, downloads: [] }, null),
    ...(Array.isArray(told) && { errors: told }),
  };
  return new RunwrightError(error.code, error.message, {
    cause: error,
    retryable: error.retryable,
    details: { output, failure_category: end.category, errors: output.errors, ...error.details },
  });
}

const categories: Readonly<Partial<Record<ErrorCode, FailureCategory>>> = {
  model_failed: 'model',
  browser_failed: 'browser',
  egress_denied: 'policy',
  secret_unavailable: 'credential',
};

/** Codes under which a user reads what a driver threw. */
const codes: Readonly<Partial<Record<ErrorCode, string>>> = {
  model_failed: 'model_unavailable',
  browser_failed: 'browser_lost',
  secret_unavailable: 'credential_unavailable',
};

/** The category that the agent's own code gave, else the one of the driver that failed. */
function categoryOf({ code, details }: RunwrightError): FailureCategory {
  const given = ownCategories.find((category) => category === details.failure_category);
  return given ?? categories[code] ?? 'internal';
}

const ownCategories = ['page_load', 'policy', 'extraction', 'definition'] as const;
