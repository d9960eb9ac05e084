import type { BlockContext, RunFile } from '@runwright/contract';

/** A file on its way out. */
export interface Outgoing {
  readonly file: RunFile;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** A customer's storage, open for some files. */
export interface Destination extends AsyncDisposable {
  /** Stores a file and answers its URI; the same file stored again takes the place of the first. */
  put(outgoing: Outgoing): Promise<string>;
}

/** Opens a storage; credentials are revealed here and nowhere before. */
export type OpenDestination = (context: BlockContext) => Promise<Destination>;

/** The folder of an upload: the one that the block names, else one of the run's own. */
export function folderOf(given: string | null | undefined, context: BlockContext): string {
  const folder = (given ?? '').replace(/^\/+|\/+$/g, '');
  return folder === '' ? context.runId : folder;
}
