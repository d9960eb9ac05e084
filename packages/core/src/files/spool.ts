import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ByteRange, type ByteSource, maxPartBytes, RunwrightError } from '@runwright/contract';

/** Bytes that were read once and can be read again until they are closed. */
export interface Spool extends ByteSource {
  close(): Promise<void>;
}

/** Bytes that are kept in memory; what is larger goes to a temporary file. */
const defaultMemoryBytes = 1024 * 1024;

/**
 * Reads parts to their end, so that their size is known and they can be read again. The temporary file has no name from
 * the beginning, so that it is gone with the process, however that ends. Throws the error of the parts, and `internal` when the
 * disk refuses.
 *
 * @param options `memoryBytes`: size up to which there is no file; default 1 MiB
 */
export async function spoolBytes(
  parts: AsyncIterable<Uint8Array>,
  { memoryBytes = defaultMemoryBytes }: { readonly memoryBytes?: number } = {},
): Promise<Spool> {
  let kept: Uint8Array[] = [];
  let file: FileHandle | null = null;
  let size = 0;
  try {
    for await (const part of parts) {
      kept.push(part);
      size += part.length;
      if (file === null && size <= memoryBytes) continue;
      file ??= await refused(openUnnamedFile());
      for (const one of kept) await refused(file.appendFile(one));
      kept = [];
    }
  } catch (error) {
    await file?.close();
    throw error;
  }
  return file === null ? memorySpool(Buffer.concat(kept)) : fileSpool(file, size);
}

function memorySpool(bytes: Uint8Array): Spool {
  let isClosed = false;
  return {
    size: bytes.length,
    async *read({ start = 0, end = bytes.length } = {}) {
      for (let at = start; at < Math.min(end, bytes.length); at += maxPartBytes) {
        if (isClosed) throw closed();
        yield bytes.slice(at, Math.min(at + maxPartBytes, end));
      }
    },
    async close() {
      isClosed = true;
    },
  };
}

function fileSpool(file: FileHandle, size: number): Spool {
  let isClosed = false;
  return {
    size,
    read: (range) => readFile(range),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await file.close();
    },
  };

  async function* readFile({ start = 0, end = size }: ByteRange = {}): AsyncGenerator<Uint8Array> {
    for (let at = start; at < Math.min(end, size); ) {
      if (isClosed) throw closed();
      const part = new Uint8Array(Math.min(maxPartBytes, end - at, size - at));
      const { bytesRead } = await refused(file.read(part, 0, part.length, at));
      if (bytesRead === 0) return;
      at += bytesRead;
      yield part.subarray(0, bytesRead);
    }
  }
}

async function openUnnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `runwright-${randomUUID()}.tmp`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path, { force: true });
  return file;
}

async function refused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new RunwrightError(
      'internal',
      `Cannot use a temporary file in \`${tmpdir()}\`: \`${code}\`. Check the space and the permissions of the folder.`,
      { cause, retryable: true },
    );
  }
}

function closed(): RunwrightError {
  return new RunwrightError(
    'canceled',
    'A file can be read until the attempt of its block ends. Await everything before `run` returns.',
  );
}
