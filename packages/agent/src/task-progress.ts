import { RunwrightError } from '@runwright/contract';
import { type DataCollector, dataCollector } from './data-collector.ts';
import { type FollowedDialogs, followDialogs } from './follow-dialogs.ts';
import { type History, history } from './history.ts';
import { type SeenPages, seenPages } from './seen-pages.ts';
import type { TaskContext } from './task-context.ts';
import { type TaskDownloads, taskDownloads } from './task-downloads.ts';
import type { TaskResult } from './task-output.ts';
import type { TaskEnd } from './task-spec.ts';

/** What a task has done and collected so far; the subtasks of a planner share it. */
export interface TaskProgress {
  readonly history: History;
  readonly downloads: TaskDownloads;
  readonly collector: DataCollector;
  readonly dialogs: FollowedDialogs;
  readonly pages: SeenPages;
}

/** End of a task; `data` when it is other data than what was collected. */
type ProgressEnd = Pick<TaskResult, 'end' | 'summary'> & Partial<Pick<TaskResult, 'data'>>;

/** Runs a task with an empty progress and returns its result, with the files that it downloaded. */
export async function withProgress(
  task: TaskContext,
  run: (progress: TaskProgress) => Promise<ProgressEnd>,
): Promise<TaskResult> {
  const progress: TaskProgress = {
    history: history(),
    downloads: taskDownloads(task),
    collector: dataCollector(task),
    dialogs: followDialogs(task.session.page, task.context.signal),
    pages: seenPages(),
  };
  for (const sentence of task.done ?? [])
    progress.history.add(`done by a script, not to be repeated: ${sentence}`);
  const { downloads, collector } = progress;
  const { end, summary, data } = await run(progress)
    .catch((error: unknown): ProgressEnd => endAtCostLimit(error))
    .finally(() => progress.dialogs.stop());
  if (end.status === 'completed') await downloads.collect();
  else await downloads.saveCompleted();
  return { end, summary, data: data === undefined ? collector.data : data, downloads: downloads.files };
}

/** Returns the end of a task that may not call a model any more and keeps what it has collected; throws every other error. */
export function endAtCostLimit(error: unknown): Pick<TaskResult, 'end' | 'summary'> {
  if (!RunwrightError.is(error) || error.code !== 'max_cost') throw error;
  const end: TaskEnd = {
    ...({ status: 'failed', category: 'limit', errorCode: 'REACH_MAX_COST', confidence: null } as const),
    reason: error.message,
  };
  return { end, summary: null };
}
