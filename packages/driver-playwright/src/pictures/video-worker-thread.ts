import { parentPort } from 'node:worker_threads';
import { createVideoEncoder, type VideoEncoder } from './video-encoder.ts';
import type { VideoTask } from './video-worker.ts';

const encoders = new Map<number, VideoEncoder>();

async function execute(task: VideoTask): Promise<number | Uint8Array> {
  const encoder = encoders.get(task.encoder) ?? createVideoEncoder();
  encoders.set(task.encoder, encoder);
  if (task.kind === 'add') return encoder.add(task.frame);
  encoders.delete(task.encoder);
  return encoder.finish(task.at);
}

// One after the other: the frames of a video keep their order.
let previous: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (task: VideoTask) => {
  previous = previous.then(async () => {
    try {
      parentPort?.postMessage({ id: task.id, value: await execute(task) });
    } catch (cause) {
      parentPort?.postMessage({ id: task.id, problem: String(cause) });
    }
  });
});
