import { Worker } from 'node:worker_threads';
import type { VideoEncoder, VideoFrame } from './video-encoder.ts';

/** A task for the worker thread. */
export type VideoTask = { readonly id: number; readonly encoder: number } & (
  | { readonly kind: 'add'; readonly frame: VideoFrame }
  | { readonly kind: 'end'; readonly at: number }
);

/** Encodes videos in a worker thread, which begins with the first frame. */
export interface VideoWorker {
  /** Creates the encoder of a new video. */
  createEncoder(): VideoEncoder;
  /** Ends the thread; videos that are not finished are lost. */
  close(): Promise<void>;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly problem?: string;
}

export function createVideoWorker(): VideoWorker {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let thread: Worker | null = null;
  let encoders = 0;
  let tasks = 0;

  const fail = (cause: unknown): void => {
    for (const { reject } of waiting.values()) reject(cause);
    waiting.clear();
  };
  const start = (): Worker => {
    // The sources run as they are; what is published is compiled.
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const worker = new Worker(new URL(`./video-worker-thread.${extension}`, import.meta.url), {
      name: 'runwright-video-encoder',
      ...{ argv: [], env: {}, execArgv: [] },
    });
    worker.on('message', ({ id, value, problem }: Answer) => {
      const task = waiting.get(id);
      waiting.delete(id);
      if (problem === undefined) task?.resolve(value);
      else task?.reject(new Error(problem));
    });
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the video encoder thread has ended')));
    // A host that ends does not wait for it.
    worker.unref();
    return worker;
  };
  const ask = async (task: VideoTask): Promise<unknown> => {
    thread ??= start();
    const answer = Promise.withResolvers<unknown>();
    waiting.set(task.id, answer);
    thread.postMessage(task);
    return answer.promise;
  };
  const nextTask = (): number => {
    tasks += 1;
    return tasks;
  };

  return {
    createEncoder() {
      encoders += 1;
      const encoder = encoders;
      return {
        add: async (frame) => Number(await ask({ id: nextTask(), encoder, kind: 'add', frame })),
        async finish(at) {
          const webm = await ask({ id: nextTask(), encoder, kind: 'end', at });
          return webm instanceof Uint8Array ? webm : new Uint8Array();
        },
      };
    },
    async close() {
      await thread?.terminate();
      thread = null;
    },
  };
}
