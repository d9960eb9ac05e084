import { Buffer } from 'node:buffer';
import type { ByteSource } from '@runwright/contract';
import type { ZipFile } from 'yauzl';
import { parserError } from '../parser-error.ts';
import { storedReader } from './stored-reader.ts';

/** Largest archive that is read, in bytes. */
export const maxArchiveBytes = 512 * 1024 * 1024;
/** Most entries of an archive, folders included. */
export const maxEntries = 1000;
/** Most bytes that the entries of an archive have together when they are unpacked. */
const maximumUnpackedBytes = 1024 * 1024 * 1024;
/** The same for Office documents, which are read whole: more is a trap and no document. */
const maximumDocumentBytes = 256 * 1024 * 1024;

/** One file of an archive. */
export interface ZipEntry {
  /** Its path in the archive, made safe: no root, no drive, no `..`. */
  readonly path: string;
  readonly size: number;
  /** Opens the entry and unpacks it part by part; the parts end with an error when they are not `size` bytes. */
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** Names of an archive as they are written. */
export async function listZipEntries(file: ByteSource): Promise<readonly string[]> {
  const { names } = await openZip(await openSource(file));
  return names;
}

/**
 * The files of an archive, read one by one. Throws `FILE_PARSER_ERROR` for more than 1,000 entries, for more than 1 GiB
 * unpacked, for what is encrypted, and for an entry whose content is not as long as it says.
 */
export async function readZipEntries(file: ByteSource, name: string): Promise<readonly ZipEntry[]> {
  const archive = await openZip(await openSource(file));
  if (archive.entries.length > maxEntries) {
    throw parserError(
      `Cannot unpack \`${name}\`: it has ${archive.entries.length} entries, and at most ${maxEntries} are allowed. Split it.`,
    );
  }
  const encrypted = archive.entries.find((entry) => entry.isEncrypted());
  if (encrypted) {
    throw parserError(`Cannot unpack \`${name}\`: it is protected with a password. Remove the password.`);
  }
  const unpacked = archive.entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (unpacked > maximumUnpackedBytes) {
    throw parserError(
      `Cannot unpack \`${name}\`: it has ${unpacked} bytes unpacked, and at most 1 GiB is allowed. Split it.`,
    );
  }
  return archive.entries.flatMap((entry, at): ZipEntry[] => {
    const written = archive.names[at] ?? '';
    if (written.endsWith('/') || written.endsWith('\\')) return [];
    return [
      {
        path: cleanPath(written),
        size: entry.uncompressedSize,
        open: () => archive.open(entry),
      },
    ];
  });
}

/** Unpacks a document once without keeping it, so that its reader meets nothing that fills the memory. */
export async function assertUnpackable(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const archive = await openZip(await openBytes(bytes));
  let size = 0;
  for (const entry of archive.entries) {
    signal.throwIfAborted();
    size += entry.uncompressedSize;
    if (size > maximumDocumentBytes || archive.entries.length > 10 * maxEntries) {
      throw parserError('Cannot read the document: it unpacks to more than 256 MiB. Use a smaller one.');
    }
    // The stream fails when an entry is longer than it says.
    for await (const _chunk of await archive.open(entry)) signal.throwIfAborted();
  }
}

const options = { decodeStrings: false, lazyEntries: true, autoClose: false } as const;

async function openBytes(bytes: Uint8Array): Promise<ZipFile> {
  const { fromBufferPromise } = await import('yauzl');
  return fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options);
}

async function openSource(file: ByteSource): Promise<ZipFile> {
  const { fromRandomAccessReaderPromise } = await import('yauzl');
  return fromRandomAccessReaderPromise(await storedReader(file), file.size, options);
}

async function openZip(zip: ZipFile) {
  const yauzl = await import('yauzl');
  const entries: import('yauzl').Entry[] = [];
  // A list of names costs memory too; one more than is allowed is enough to refuse.
  for await (const entry of zip.eachEntry()) if (entries.push(entry) > 10 * maxEntries) break;
  const names = entries.map((entry) =>
    yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false),
  );
  return { entries, names, open: (entry: import('yauzl').Entry) => zip.openReadStreamPromise(entry, {}) };
}

function cleanPath(written: string): string {
  const segments = written
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .split(/[/\\]/)
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..' && !/^[a-z]:$/i.test(segment));
  return segments.join('/') || 'file';
}
