import type { BlockContext, ByteSource, RunFile } from '@runwright/contract';

/** File to upload. */
export interface OutgoingFile {
  readonly file: RunFile;
  /** Read in parts while it is sent. */
  readonly content: ByteSource;
  readonly contentType: string;
}

/** Open connection to a customer's storage. */
export interface StorageDestination extends AsyncDisposable {
  /** Stores a file and returns its URI; a file of the same name is replaced. */
  put(outgoing: OutgoingFile): Promise<string>;
}

/** Opens a storage and reveals its credentials, which happens nowhere else. */
export type OpenStorageDestination = (context: BlockContext) => Promise<StorageDestination>;

/** Returns the folder of an upload: the one that the block names, else the run's id. */
export function uploadFolder(given: string | null | undefined, context: BlockContext): string {
  const folder = (given ?? '').replace(/^\/+|(?<!\/)\/+$/g, '');
  return folder === '' ? context.runId : folder;
}
