import {
  type BlockContext,
  type GoalVerdict,
  type Json,
  RunwrightError,
  type ScriptAssistant,
} from '@runwright/contract';
import { type DataCollector, dataCollector } from '../data-collector.ts';
import { type AgentOptions, type ExecutedTask, openTask, type TaskBeginning } from '../execute-task.ts';
import { saveFinalArtifacts } from '../open-page.ts';
import { outsideSteps, type Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import { type TaskDownloads, taskDownloads } from '../task-downloads.ts';
import { type OutputContext, toTaskError, toTaskOutput } from '../task-output.ts';
import type { FailedEnd, TaskSpec } from '../task-spec.ts';
import { verifyGoal } from '../verify-goal.ts';
import { answerQuestion } from './answer-question.ts';
import { locateElement } from './locate-element.ts';

/** The parts of a script's assistant that depend on the type of the block. */
export interface AssistedTask {
  /** Reads the config of the block. */
  readonly toTaskSpec: () => TaskSpec;
  readonly context: BlockContext;
  readonly options: AgentOptions;
  /** Executes the task from the page that the script has left, or from its start page. */
  readonly takeOver: (beginning: TaskBeginning) => Promise<unknown>;
  /** Makes the output of the block from that of its task. */
  readonly toOutput: (executed: ExecutedTask) => unknown;
}

/** What the methods of one assistant share. */
interface OpenTask {
  readonly task: TaskContext;
  readonly collector: DataCollector;
  readonly downloads: TaskDownloads;
}

/** Creates the assistant of a script that executes a block of the agent. Nothing is opened before a method needs it. */
export function scriptAssistant(assisted: AssistedTask): ScriptAssistant {
  const { context, options, toTaskSpec } = assisted;
  let opened: Promise<OpenTask> | null = null;
  let usesBrowser = false;
  let count = 0;

  const open = (): Promise<OpenTask> => {
    opened ??= openTask(toTaskSpec(), context, options).then((task) => ({
      task,
      collector: dataCollector(task),
      downloads: taskDownloads(task),
    }));
    return opened;
  };
  /** Lends a recorder that belongs to no step: the actions of a script are charged one by one. */
  const withRecorder = async <T>(work: (step: Step, open: OpenTask) => Promise<T>): Promise<T> => {
    const step = outsideSteps(context);
    try {
      return await work(step, await open());
    } finally {
      if (!context.signal.aborted) await step.end('completed');
    }
  };

  return {
    browser() {
      usesBrowser = true;
      return context.browser();
    },
    takeOver: async (done, { staysOnPage }) => {
      const data =
        (await opened?.then(
          ({ collector }) => collector.data,
          () => null,
        )) ?? null;
      return assisted.takeOver({ done, data, staysOnPage });
    },
    extract: (goal) =>
      withRecorder(async (step, { collector, task }): Promise<Json> => {
        const action = { action_type: 'extract', goal: goal ?? task.spec.data?.goal ?? task.spec.goal ?? '' };
        const order = count;
        count += 1;
        const response = await collector.collect(step, goal).catch(async (error: unknown) => {
          const isOver = context.signal.aborted || !RunwrightError.is(error);
          if (!isOver) await step.recordAction(order, action, 'failed', error.message);
          throw error;
        });
        await step.recordAction(order, action, 'completed', response);
        return collector.data;
      }),
    answer: (question) => withRecorder((step, { task }) => answerQuestion(task, step, question)),
    locate: (description) => withRecorder((step, { task }) => locateElement(task, step, description)),
    verify: () => withRecorder((step, each) => verify(step, each)),
    async output() {
      const owner = ownerOf(context, toTaskSpec());
      // A script that needs no page opens none.
      if (!usesBrowser && opened === null) return assisted.toOutput(emptyOutput(owner));
      const { task, collector, downloads } = await open();
      const { spec, session } = task;
      const { end } = await downloads.collect();
      const screenshot = await saveFinalArtifacts(session.page, context);
      const failed = end ?? (spec.needsDownload && downloads.files.length === 0 ? noDownload : null);
      const result = {
        ...{ end: failed ?? ({ status: 'completed' } as const), summary: null },
        ...{ data: collector.data, downloads: downloads.files },
      };
      const output = toTaskOutput(owner, result, screenshot);
      if (failed !== null) throw toTaskError(failed, output);
      return assisted.toOutput({ output, summary: null });
    },
  };
}

function ownerOf({ taskId }: BlockContext, { label, errorCodes }: TaskSpec): OutputContext {
  return { taskId, label, errorCodes };
}

function emptyOutput(owner: OutputContext): ExecutedTask {
  const result = { end: { status: 'completed' }, summary: null, data: null, downloads: [] } as const;
  return { output: toTaskOutput(owner, result, null), summary: null };
}

const noDownload: FailedEnd = {
  status: 'failed',
  reason: 'The script has ended, and no file was downloaded.',
  category: 'target_missing',
  errorCode: null,
  confidence: null,
};

async function verify(step: Step, { task, collector }: OpenTask): Promise<GoalVerdict> {
  const { verdict, evidence, missing } = await verifyGoal(task, step, {
    summary:
      'A script has repeated the actions that reached the goal before. Some elements of the page have changed since.',
    ...{ data: collector.data, results: [], dialogs: [] },
  });
  return { isReached: verdict === 'done', reason: missing ?? evidence };
}
