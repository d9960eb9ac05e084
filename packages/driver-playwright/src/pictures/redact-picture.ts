import type { Mark } from './draw-marks.ts';
import type { Area } from './redact.ts';
import { createTaskThread } from './task-thread.ts';

/** A picture to paint over and to draw on. */
export interface RedactTask {
  readonly picture: Uint8Array;
  readonly areas: readonly Area[];
  /** Drawn when the areas are painted over. Default: none. */
  readonly marks?: readonly Mark[];
  readonly format: 'png' | 'jpeg';
  /** Of a JPEG, 0 to 100. */
  readonly quality: number;
}

const thread = createTaskThread<RedactTask>('runwright-redaction', 'redact-picture-thread');

/**
 * Returns the picture with areas painted over, then marks drawn; the very same one when there are none. Decoding and encoding take a tenth
 * of a second of a processor, so a thread does it.
 */
export async function redactPicture(task: RedactTask): Promise<Uint8Array> {
  if (task.areas.length + (task.marks?.length ?? 0) === 0) return task.picture;
  const redacted = await thread.execute(task);
  if (redacted instanceof Uint8Array) return redacted;
  throw new Error('Cannot paint over the secrets of a picture: its thread returned none.');
}
