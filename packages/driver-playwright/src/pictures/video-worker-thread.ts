import { parentPort } from 'node:worker_threads';
import { createVideoEncoder, type VideoEncoder } from './video-encoder.ts';
import type { VideoTask } from './video-worker.ts';

const films = new Map<number, VideoEncoder>();

async function execute(task: VideoTask): Promise<number | Uint8Array> {
  const film = films.get(task.encoder) ?? createVideoEncoder();
  films.set(task.encoder, film);
  if (task.kind === 'add') return film.add(task.frame);
  films.delete(task.encoder);
  return film.finish(task.at);
}

// One after the other: frames of a film stand in their order.
let before: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (task: VideoTask) => {
  before = before.then(async () => {
    try {
      parentPort?.postMessage({ id: task.id, value: await execute(task) });
    } catch (cause) {
      parentPort?.postMessage({ id: task.id, problem: String(cause) });
    }
  });
});
