import type { Recording } from '@runwright/contract';

/** Something that is recorded while a browser is open. */
export interface RecordingSource {
  /** Returns the recording, unmasked; null when it is empty. Called once, before the browser is closed or when it is gone. */
  take(): Promise<Recording | null>;
}
