import type { Recording } from '@runwright/contract';

/** Something that is recorded while a browser is open. */
export interface RecordingSource {
  /** What there is, unmasked; null when there is nothing. Asked for once, before the browser is closed or when it is gone. */
  take(): Promise<Recording | null>;
}
