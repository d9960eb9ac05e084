import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import type { ByteSource } from '@runwright/contract';

/** Bytes that are read at once for the many small reads of a directory. */
const windowBytes = 256 * 1024;

/** Creates the reader through which the ZIP library reads parts of a file that is not in memory. */
export async function storedReader(source: ByteSource) {
  const { RandomAccessReader } = await import('yauzl');

  /** The last window that was read. */
  let from = 0;
  let window: Uint8Array = new Uint8Array(0);

  async function readRange(start: number, length: number): Promise<Uint8Array> {
    if (start < from || start + length > from + window.length) {
      const end = Math.min(source.size, start + Math.max(length, windowBytes));
      const parts: Uint8Array[] = [];
      if (end > start) for await (const part of source.read({ start, end })) parts.push(part);
      window = Buffer.concat(parts);
      from = start;
    }
    return window.subarray(start - from, start - from + length);
  }

  return new (class extends RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return Readable.from(source.read({ start, end }), { objectMode: false });
    }

    override read(
      buffer: Buffer,
      offset: number,
      length: number,
      position: number,
      callback: (error: Error | null, bytesRead?: number) => void,
    ): void {
      readRange(position, length).then(
        (bytes) => {
          buffer.set(bytes, offset);
          callback(null, bytes.length);
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    }
  })();
}
