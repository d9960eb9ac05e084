import type { RunFile, StoredFile } from '@runwright/contract';
import type { ReadOptions } from './read-options.ts';

/** Files of runs. */
export interface FilesApi {
  get(organizationId: string, fileId: string): Promise<StoredFile>;
  /** Everything that the blocks of a run downloaded, oldest first. */
  ofRun(organizationId: string, runId: string): Promise<readonly RunFile[]>;
  /** All bytes at once, in memory. Throws `not_found` when they are gone. */
  content(file: StoredFile): Promise<Uint8Array>;
  /** A range of the bytes in parts of at most 64 KiB, read as they are asked for. Throws `not_found` when they are gone. */
  open(file: StoredFile, options?: ReadOptions): Promise<AsyncIterable<Uint8Array>>;
}
