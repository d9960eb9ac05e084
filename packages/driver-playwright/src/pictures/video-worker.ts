import { createTaskThread } from './task-thread.ts';
import type { VideoEncoder, VideoFrame } from './video-encoder.ts';

/** A task for the worker thread. */
export type VideoTask = { readonly encoder: number } & (
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

export function createVideoWorker(): VideoWorker {
  const thread = createTaskThread<VideoTask>('runwright-video-encoder', 'video-worker-thread');
  let encoders = 0;
  return {
    createEncoder() {
      encoders += 1;
      const encoder = encoders;
      return {
        add: async (frame) => Number(await thread.execute({ encoder, kind: 'add', frame })),
        async finish(at) {
          const webm = await thread.execute({ encoder, kind: 'end', at });
          return webm instanceof Uint8Array ? webm : new Uint8Array();
        },
      };
    },
    close: () => thread.close(),
  };
}
