import type { FileDraft, RunFile, StoredFile } from '@runwright/contract';
import type { ReadOptions, UrlOptions } from './read-options.ts';

/** A file that is to be uploaded. */
export type FileUpload = Pick<FileDraft, 'name' | 'content' | 'contentType'>;

/** Files of runs, and files that are uploaded for runs. */
export interface FilesApi {
  /**
   * Stores a file that any run of the organization may use. Bytes in parts are stored as they arrive, never all in memory; an
   * error of theirs is thrown, and nothing is stored. The name is made safe.
   */
  upload(organizationId: string, file: FileUpload): Promise<StoredFile>;
  /** Deletes a file and its bytes; runs that name it later do not find it. */
  delete(organizationId: string, fileId: string): Promise<void>;
  get(organizationId: string, fileId: string): Promise<StoredFile>;
  /** Everything that the blocks of a run downloaded, oldest first. */
  ofRun(organizationId: string, runId: string): Promise<readonly RunFile[]>;
  /** All bytes at once, in memory. Throws `not_found` when they are gone. */
  content(file: StoredFile): Promise<Uint8Array>;
  /** A range of the bytes in parts of at most 64 KiB, read as they are asked for. Throws `not_found` when they are gone. */
  open(file: StoredFile, options?: ReadOptions): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Returns a URL of the artifact store at which whoever has it reads the bytes, until it expires; null when the store makes
   * none. It is a secret: keep it out of logs. Throws `not_found` when the bytes are gone.
   */
  presign(file: StoredFile, options: UrlOptions): Promise<string | null>;
}
