import { errorMessage, type Json, type SubtaskEnd, type SubtaskStart } from '@runwright/contract';
import type { TaskContext } from '../task-context.ts';

/** What a subtask came to. */
export interface SubtaskResult {
  readonly status: SubtaskEnd['status'];
  readonly output: Json;
  /** Null when it is completed. */
  readonly failureReason: string | null;
  /** Number of steps that it took, those of its own subtasks included. */
  readonly steps: number;
}

/** What is known of a subtask before it starts. */
export type SubtaskDraft = Pick<SubtaskStart, 'kind' | 'goal'> &
  Partial<Pick<SubtaskStart, 'dataSchema' | 'parentSubtaskId' | 'currentIndex' | 'currentValue'>>;

/** Runs a part of a task between the entries of the timeline that show its start and its end. */
export async function recordSubtask<Result extends SubtaskResult>(
  task: TaskContext,
  draft: SubtaskDraft,
  run: (subtaskId: string) => Promise<Result>,
): Promise<Result> {
  const { context, session } = task;
  const startedAt = performance.now();
  const tabs = await session.page.tabs();
  const subtaskId = await context.log.record({
    type: 'subtask-start',
    url: tabs.find(({ active }) => active)?.url ?? null,
    ...{ dataSchema: null, parentSubtaskId: null, currentIndex: null, currentValue: null, ...draft },
  });
  const end = async (result: Omit<SubtaskResult, 'steps'>): Promise<void> => {
    const { status, output, failureReason } = result;
    const durationMs = Math.round(performance.now() - startedAt);
    await context.log.record({ type: 'subtask-end', subtaskId, status, output, failureReason, durationMs });
  };
  let result: Result;
  try {
    result = await run(subtaskId);
  } catch (error) {
    const failureReason = errorMessage(error);
    if (!context.signal.aborted) await end({ status: 'failed', output: null, failureReason });
    throw error;
  }
  await end(result);
  return result;
}
