import type { OpenedFile } from '@runwright/contract';
import type { ReaderProcess } from './reader-process.ts';
import type { ZipEntry } from './zip.ts';

/** One file of an archive and its content. */
export interface ArchiveEntry extends ZipEntry {
  /** Its bytes, part by part; the parts end with an error when they are not what the archive tells of them. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Reads the files of an archive one by one; `content` of each is read before the next one. Throws `FILE_PARSER_ERROR` for more
 * than 1,000 entries, for more than 1 GiB unpacked, and for what is encrypted.
 */
export async function* readArchive(
  { name, size }: Pick<OpenedFile, 'name' | 'size'>,
  reader: ReaderProcess,
): AsyncGenerator<ArchiveEntry> {
  const entries = await reader.request({ kind: 'entries', name, size });
  for (const [at, entry] of entries.entries()) yield { ...entry, content: partsOf(at, reader) };
}

async function* partsOf(entry: number, reader: ReaderProcess): AsyncGenerator<Uint8Array> {
  for (;;) {
    const part = await reader.request({ kind: 'part', entry });
    if (part === null) return;
    yield part;
  }
}
