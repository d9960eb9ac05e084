import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A task as the thread receives it. */
export interface SentTask<Task> {
  readonly id: number;
  readonly task: Task;
}

/** The answer of the thread: the value, or the text of what was thrown. */
export interface TaskAnswer {
  readonly id: number;
  readonly value?: unknown;
  readonly problem?: string;
}

/** Executes tasks in a worker thread, which begins with the first task and does not keep the process alive. */
export interface TaskThread<Task> {
  /** Executes one task. Rejects when it throws, or when the thread ends before; the next task begins a new thread. */
  execute(task: Task): Promise<unknown>;
  /** Ends the thread; tasks that are not finished reject. */
  close(): Promise<void>;
}

/** Creates the thread of a module in this folder that calls `serveTasks`; `entry` is its name without extension. */
export function createTaskThread<Task>(name: string, entry: string): TaskThread<Task> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let thread: Worker | null = null;
  let tasks = 0;

  const start = (): Worker => {
    // The sources run as they are; what is published is compiled.
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const cache = getCompileCacheDir();
    const worker = new Worker(new URL(`./${entry}.${extension}`, import.meta.url), {
      name,
      argv: [],
      // With a compile cache, Node compiles the modules of all threads once.
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
      execArgv: [],
    });
    const fail = (cause: unknown): void => {
      if (thread === worker) thread = null;
      for (const { reject } of waiting.values()) reject(cause);
      waiting.clear();
    };
    worker.on('message', ({ id, value, problem }: TaskAnswer) => {
      const task = waiting.get(id);
      waiting.delete(id);
      if (problem === undefined) task?.resolve(value);
      else task?.reject(new Error(problem));
    });
    worker.on('error', fail);
    worker.on('exit', () => {
      if (thread === worker) fail(new Error(`the thread ${name} has ended`));
    });
    // A host that ends does not wait for it.
    worker.unref();
    return worker;
  };

  return {
    async execute(task) {
      thread ??= start();
      tasks += 1;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(tasks, answer);
      thread.postMessage({ id: tasks, task } satisfies SentTask<Task>);
      return answer.promise;
    },
    async close() {
      await thread?.terminate();
    },
  };
}
