import {
  type BlockContext,
  type Clock,
  defaults,
  type Json,
  RunwrightError,
  type TaskEngine,
} from '@runwright/contract';
import type { TaskOutput } from './blocks/browser-fields.ts';
import { dataCollector } from './data-collector.ts';
import { decide } from './decide.ts';
import { withErrorCode } from './judge-failure.ts';
import { openStartPage, saveFinalArtifacts } from './open-page.ts';
import { runPlanner } from './planner/run-planner.ts';
import { promptBoundaries } from './prompt-boundaries.ts';
import type { Random } from './random-id.ts';
import { beginStep } from './step.ts';
import { runStepLoop } from './step-loop.ts';
import type { TaskContext } from './task-context.ts';
import { type AgentEngine, taskEngines } from './task-engines.ts';
import { type TaskResult, toTaskError, toTaskOutput, withTaskOutput } from './task-output.ts';
import { withProgress } from './task-progress.ts';
import type { FailedEnd, TaskEnd, TaskSpec } from './task-spec.ts';
import { taskThoughts } from './think.ts';

/** Options of {@link agentBlocks}: sources of time and randomness. */
export interface AgentOptions {
  /** Source of today's date, which the prompts contain. Default: the system's clock. */
  readonly clock?: Clock;
  /** Source of the boundaries around page text in prompts. Default: `randomBytes` of `node:crypto`. */
  readonly random?: Random;
}

/** Output of a task, and what the agent says that it has done; null when it says nothing. */
export interface ExecutedTask {
  readonly output: TaskOutput;
  readonly summary: string | null;
}

/** Where a task begins. */
export interface TaskBeginning {
  /** Sentences about what was done for the task before the agent; none for a task from its start. */
  readonly done: readonly string[];
  /** Data that was extracted for the task before the agent; null for none. */
  readonly data: Json;
  /** True when the task goes on with the page that is open; false opens its start page. */
  readonly staysOnPage: boolean;
}

/**
 * Executes a browser task.
 *
 * @param toTaskSpec reads the block's config; an error of it fails the block before a browser opens
 * @throws RunwrightError `terminated`, `max_steps`, `block_failed` and the errors of drivers; `details` holds the task's
 * output, its errors and their category
 */
export async function executeTask(
  toTaskSpec: () => TaskSpec,
  engine: TaskEngine | null | undefined,
  context: BlockContext,
  options: AgentOptions,
  beginning: TaskBeginning,
): Promise<ExecutedTask> {
  const spec = toTaskSpec();
  const isPlanned = engine === 'service-2.0' && mayPlan(spec);
  if (engine === 'service-2.0' && !isPlanned) await recordNotice(context, noPlannerNotice(spec));
  const { createDecider } = usableEngine(engine ?? defaults.agent.engine, spec, context);
  for (const notice of spec.notices) await recordNotice(context, notice);
  const owner = { taskId: context.taskId, label: spec.label, errorCodes: spec.errorCodes };
  const opened = await openTask(spec, context, options);
  const task: TaskContext = {
    ...opened,
    decide: createDecider(),
    done: beginning.done,
    data: beginning.data,
  };
  const result = await runTask(task, isPlanned, beginning).catch(
    async (error: unknown): Promise<TaskResult> => {
      const end = await mapPageLoadFailure(task, error);
      if (end === null) throw withTaskOutput(error, owner);
      return { end, summary: null, data: null, downloads: [] };
    },
  );
  const screenshot = await saveFinalArtifacts(task.session.page, context);
  const output = toTaskOutput(owner, result, screenshot);
  if (result.end.status === 'completed') return { output, summary: result.summary };
  throw toTaskError(result.end, output);
}

/** Opens the browser of a task and makes the state that its functions share, for the default engine. */
export async function openTask(
  spec: TaskSpec,
  context: BlockContext,
  options: AgentOptions,
): Promise<TaskContext> {
  return {
    spec,
    context,
    session: await context.browser(),
    decide,
    boundaries: promptBoundaries(options.random),
    today: new Date(options.clock?.now() ?? Date.now()).toISOString().slice(0, 10),
  };
}

/** Returns an engine. Throws `block_failed`, before a browser opens, when the model lacks what it needs. */
function usableEngine(name: TaskEngine, { label }: TaskSpec, context: BlockContext): AgentEngine {
  const engine = taskEngines.get(name);
  // The specification was made with this name.
  if (!engine) throw new Error(`There is no engine ${name}.`);
  const model = () => context.model('cua', { computer: engine.computer ?? null });
  const problem = engine.findModelProblem?.(model()) ?? null;
  if (problem === null) return engine;
  throw new RunwrightError(
    'block_failed',
    `The block \`${label}\` cannot use the engine \`${name}\`: ${problem}.`,
    {
      details: { failure_category: 'definition' },
    },
  );
}

/** Maps a page that did not open to one of the caller's error codes; null for every other failure. */
async function mapPageLoadFailure(task: TaskContext, error: unknown): Promise<TaskEnd | null> {
  if (!RunwrightError.is(error) || error.details.failure_category !== 'page_load') return null;
  const failed = { status: 'failed', category: 'page_load', errorCode: null, confidence: null } as const;
  const end = await withErrorCode(task, taskThoughts(task.context), {
    ...failed,
    reason: error.message,
  }).catch(() => null);
  task.context.signal.throwIfAborted();
  return end?.errorCode ? end : null;
}

async function runTask(
  task: TaskContext,
  isPlanned: boolean,
  { staysOnPage }: TaskBeginning,
): Promise<TaskResult> {
  if (!staysOnPage) await openStartPage(task);
  if (task.spec.goal === null) return extractOnce(task);
  if (isPlanned) return runPlanner(task);
  return withProgress(task, (progress) => runStepLoop(task, progress));
}

/** Executes a task that only extracts data, which is a single step. */
async function extractOnce(task: TaskContext): Promise<TaskResult> {
  const step = await beginStep(task.context, 0);
  const collector = dataCollector(task);
  const action = { action_type: 'extract', goal: task.spec.data?.goal ?? '' };
  try {
    const response = await collector.collect(step, null);
    await step.recordAction(0, action, 'completed', response);
    await step.end('completed');
    return { end: { status: 'completed' }, summary: null, data: collector.data, downloads: [] };
  } catch (error) {
    if (!isExtractionFailure(error)) {
      if (!task.context.signal.aborted) await step.end('failed');
      throw error;
    }
    await step.recordAction(0, action, 'failed', error.message);
    const end = await endFailedExtraction(task, step, error.message);
    await step.end('failed');
    return { end, summary: null, data: null, downloads: [] };
  }
}

async function endFailedExtraction(
  task: TaskContext,
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
  return withErrorCode(task, step, failed);
}

function isExtractionFailure(error: unknown): error is RunwrightError {
  return (
    RunwrightError.is(error) &&
    error.code === 'block_failed' &&
    error.details.failure_category === 'extraction'
  );
}

/** Returns whether a planner may divide the goal. A task that ends with one action or with a download has one part only. */
function mayPlan({ blockType, goal, oneAction, needsDownload, completeOnDownload }: TaskSpec): boolean {
  const isDivisible = !oneAction && !needsDownload && !completeOnDownload;
  return goal !== null && isDivisible && plannedTypes.has(blockType);
}

const plannedTypes: ReadonlySet<string> = new Set(['task', 'task_v2', 'navigation']);

function noPlannerNotice({ blockType }: TaskSpec): string {
  return `The engine service-2.0 does not divide the goal of this \`${blockType}\` block: the step loop of service-1.0 executes it.`;
}

async function recordNotice(context: BlockContext, thought: string): Promise<void> {
  await context.log.record({
    type: 'thought',
    thoughtType: 'notice',
    scenario: 'environment',
    observation: null,
    answer: null,
    thought,
    output: null,
    usage: null,
  });
}
