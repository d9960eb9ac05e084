import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ByteSource } from '@runwright/contract';
import type { Entry, ZipFile } from 'yauzl';
import { storedReader } from './stored-reader.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Largest archive that is read, in bytes. */
export const maxArchiveBytes = 512 * 1024 * 1024;
/** Most entries of an archive, folders included. */
export const maxEntries = 1000;
/** Most bytes that the entries of an archive have together when they are unpacked. */
const maximumUnpackedBytes = 1024 * 1024 * 1024;
/** The same for Office documents, which are read whole: more is a trap and no document. */
const maximumDocumentBytes = 256 * 1024 * 1024;

/** One file of an archive, as its directory tells it. */
export interface ZipEntry {
  /** Its path in the archive, made safe: no root, no drive, no `..`. */
  readonly path: string;
  readonly size: number;
}

/** An open archive. */
export interface ZipArchive {
  readonly entries: readonly ZipEntry[];
  /**
   * Unpacks the next bytes of the entry at an index; null at its end. Entries are read one after the other, each from its
   * beginning. Throws when the content is not what the directory tells: another size, another checksum, or broken.
   */
  nextPart(at: number): Promise<Uint8Array | null>;
}

/** Names of an archive as they are written. */
export async function listZipEntries(file: ByteSource): Promise<readonly string[]> {
  const { names } = await openZip(await openSource(file));
  return names;
}

/**
 * Opens an archive. Throws {@link UnreadableFile} for more than 1,000 entries, for more than 1 GiB unpacked, and for what is
 * encrypted.
 */
export async function readZipEntries(file: ByteSource, name: string): Promise<ZipArchive> {
  const archive = await openZip(await openSource(file));
  if (archive.entries.length > maxEntries) {
    throw new UnreadableFile(
      `Cannot unpack \`${name}\`: it has ${archive.entries.length} entries, and at most ${maxEntries} are allowed. Split it.`,
    );
  }
  const encrypted = archive.entries.find((entry) => entry.isEncrypted());
  if (encrypted) {
    throw new UnreadableFile(
      `Cannot unpack \`${name}\`: it is protected with a password. Remove the password.`,
    );
  }
  const unpacked = archive.entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (unpacked > maximumUnpackedBytes) {
    throw new UnreadableFile(
      `Cannot unpack \`${name}\`: it has ${unpacked} bytes unpacked, and at most 1 GiB is allowed. Split it.`,
    );
  }
  const files = archive.entries.flatMap((entry, at) => {
    const written = archive.names[at] ?? '';
    return /[/\\]$/.test(written) ? [] : [{ entry, path: cleanPath(written), size: entry.uncompressedSize }];
  });
  let current: { readonly at: number; readonly parts: AsyncIterator<Uint8Array> } | null = null;
  return {
    entries: files.map(({ path, size }) => ({ path, size })),
    async nextPart(at) {
      const entry = files[at]?.entry;
      if (!entry) throw new Error(`the archive has no entry ${at}`);
      if (current?.at !== at) current = { at, parts: unpack(archive.zip, entry) };
      const { done, value } = await current.parts.next();
      return done ? null : value;
    },
  };
}

/** Unpacks a document once without keeping it, so that its reader meets nothing that fills the memory. */
export async function assertUnpackable(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const archive = await openZip(await openBytes(bytes));
  let size = 0;
  for (const entry of archive.entries) {
    signal.throwIfAborted();
    size += entry.uncompressedSize;
    if (size > maximumDocumentBytes || archive.entries.length > 10 * maxEntries) {
      throw new UnreadableFile(
        'Cannot read the document: it unpacks to more than 256 MiB. Use a smaller one.',
      );
    }
    // The stream fails when an entry is longer than it says.
    for await (const _chunk of unpack(archive.zip, entry)) signal.throwIfAborted();
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
  const entries: Entry[] = [];
  // A list of names costs memory too; one more than is allowed is enough to refuse.
  for await (const entry of zip.eachEntry()) if (entries.push(entry) > 10 * maxEntries) break;
  const names = entries.map((entry) =>
    yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false),
  );
  return { zip, entries, names };
}

async function* unpack(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  for await (const chunk of await openEntry(zip, entry)) {
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (checksum !== entry.crc32) throw new Error('the checksum of an entry does not fit its content');
}

/**
 * Opens the content of an entry. The stream fails as soon as its bytes are read, which may be before it is iterated, and the
 * library also emits errors without ending the stream; so it is destroyed with its first error, and who iterates it later gets that.
 */
function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, {}, (error, stream) => {
      if (error) return reject(error);
      stream.on('error', (failure) => stream.destroy(failure));
      resolve(stream);
    });
  });
}

function cleanPath(written: string): string {
  const segments = written
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .split(/[/\\]/)
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..' && !/^[a-z]:$/i.test(segment));
  return segments.join('/') || 'file';
}
