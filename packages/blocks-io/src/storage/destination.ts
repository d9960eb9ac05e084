import type { BlockContext, RunFile } from '@runwright/contract';

/** A file on its way out. */
export interface OutgoingFile {
  readonly file: RunFile;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** A customer's storage, open for some files. */
export interface StorageDestination extends AsyncDisposable {
  /** Stores a file and answers its URI; the same file stored again takes the place of the first. */
  put(outgoing: OutgoingFile): Promise<string>;
}

/** Opens a storage; credentials are revealed here and nowhere before. */
export type OpenStorageDestination = (context: BlockContext) => Promise<StorageDestination>;

/** The folder of an upload: the one that the block names, else one of the run's own. */
export function uploadFolder(given: string | null | undefined, context: BlockContext): string {
  const folder = (given ?? '').replace(/^\/+|\/+$/g, '');
  return folder === '' ? context.runId : folder;
}
