import { type DataCollector, dataCollector } from './data-collector.ts';
import { type FollowedDialogs, followDialogs } from './follow-dialogs.ts';
import { type History, history } from './history.ts';
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
}

/** Runs a task with an empty progress and returns its result, with the files that it downloaded. */
export async function withProgress(
  task: TaskContext,
  run: (
    progress: TaskProgress,
  ) => Promise<
    { readonly end: TaskEnd; readonly summary: string | null } & Partial<Pick<TaskResult, 'data'>>
  >,
): Promise<TaskResult> {
  const progress: TaskProgress = {
    history: history(),
    downloads: taskDownloads(task),
    collector: dataCollector(task),
    dialogs: followDialogs(task.session.page, task.context.signal),
  };
  const { end, summary, data } = await run(progress).finally(() => progress.dialogs.stop());
  const { downloads, collector } = progress;
  if (end.status === 'completed') await downloads.collect();
  else await downloads.saveCompleted();
  return { end, summary, data: data === undefined ? collector.data : data, downloads: downloads.files };
}
