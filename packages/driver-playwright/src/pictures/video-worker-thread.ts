import { serveTasks } from './serve-tasks.ts';
import { createVideoEncoder, type VideoEncoder } from './video-encoder.ts';
import type { VideoTask } from './video-worker.ts';

const encoders = new Map<number, VideoEncoder>();

serveTasks((task: VideoTask): Promise<number | Uint8Array> => {
  const encoder = encoders.get(task.encoder) ?? createVideoEncoder();
  encoders.set(task.encoder, encoder);
  if (task.kind === 'add') return encoder.add(task.frame);
  encoders.delete(task.encoder);
  return encoder.finish(task.at);
});
