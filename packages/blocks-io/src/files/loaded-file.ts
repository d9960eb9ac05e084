import { type OpenedFile, readWhole } from '@runwright/contract';

/** A file that is read whole, because its parser needs all of it. */
export interface LoadedFile extends Pick<OpenedFile, 'name' | 'contentType' | 'charset'> {
  readonly bytes: Uint8Array;
}

/** Largest document that is read whole, in bytes: 100 MiB. */
export const maxDocumentBytes = 100 * 1024 * 1024;

/** Reads an opened file into memory. */
export async function loadFile(file: OpenedFile): Promise<LoadedFile> {
  const { name, contentType, charset = null } = file;
  return { name, contentType, charset, bytes: await readWhole(file) };
}
