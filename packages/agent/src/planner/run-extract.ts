import { type JsonObject, RunwrightError } from '@runwright/contract';
import { beginStep } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import type { TaskProgress } from '../task-progress.ts';
import { type FindingRequest, type Findings, resultName } from './findings.ts';
import { recordSubtask, type SubtaskDraft, type SubtaskResult } from './subtask.ts';

/** Values of a subtask that extracts; the name `result` stands for the data that the task must return. */
export interface ExtractRequest extends FindingRequest {
  readonly place?: Omit<SubtaskDraft, 'kind' | 'goal'>;
}

/** Extracts data from the current page into the findings, or into the data of the task, as a single step. */
export async function runExtract(
  task: TaskContext,
  progress: TaskProgress,
  findings: Findings,
  { place = {}, ...request }: ExtractRequest,
): Promise<SubtaskResult> {
  const { goal, name } = request;
  const isResult = name === resultName && task.spec.data !== null;
  const schema = isResult ? task.spec.data?.schema : null;
  const dataSchema: JsonObject | null = schema ? JSON.parse(JSON.stringify(schema)) : null;
  const draft = { kind: 'extraction', goal, dataSchema, ...place } as const;
  return recordSubtask(task, draft, async (subtaskId) => {
    const step = await beginStep(task.context, 0, subtaskId);
    const action = { action_type: 'extract', goal };
    try {
      const sentence = isResult
        ? await progress.collector.collect(step, goal)
        : await findings.extract(task, step, request);
      await step.recordAction(0, action, 'completed', sentence);
      await step.end('completed');
      return { status: 'completed', output: { extracted: sentence }, failureReason: null, steps: 1 };
    } catch (error) {
      if (!isMissingData(error)) {
        if (!task.context.signal.aborted) await step.end('failed');
        throw error;
      }
      await step.recordAction(0, action, 'failed', error.message);
      await step.end('failed');
      return { status: 'failed', output: null, failureReason: error.message, steps: 1 };
    }
  });
}

function isMissingData(error: unknown): error is RunwrightError {
  return RunwrightError.is(error) && error.code === 'block_failed';
}
