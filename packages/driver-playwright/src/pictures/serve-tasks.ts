import { parentPort } from 'node:worker_threads';
import type { SentTask, TaskAnswer } from './task-thread.ts';

/** Answers the tasks that reach this worker thread, one after the other: the frames of a video keep their order. */
export function serveTasks<Task>(execute: (task: Task) => unknown): void {
  const answer = (message: TaskAnswer): void => parentPort?.postMessage(message);
  let previous: Promise<unknown> = Promise.resolve();
  parentPort?.on('message', ({ id, task }: SentTask<Task>) => {
    previous = previous.then(async () => {
      try {
        answer({ id, value: await execute(task) });
      } catch (cause) {
        answer({ id, problem: String(cause) });
      }
    });
  });
}
