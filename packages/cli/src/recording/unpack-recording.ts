import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { RunwrightError } from '@runwright/contract';
import { openPromise } from 'yauzl';

/** The files of a recording. No other name leads to a path. */
const recordedFile = /^(?:run\.json|model\.jsonl|network\/browser-\d{1,6}\.har)$/;

/** Bytes that all files of a recording may have together. */
const maximumBytes = 2 ** 31;

/** A folder with a recording. */
export interface RecordingFolder extends AsyncDisposable {
  readonly dir: string;
}

/**
 * Returns the folder of a recording: the path itself, or a temporary one for a ZIP file that the service has made. Throws `invalid_input`
 * for a file that is none.
 */
export async function openRecording(path: string): Promise<RecordingFolder> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return { dir: path, [Symbol.asyncDispose]: async () => undefined };
  const dir = await mkdtemp(join(tmpdir(), 'runwright-replay-'));
  const remove = () => rm(dir, { recursive: true, force: true, maxRetries: 5 });
  try {
    await unpack(path, dir);
  } catch (error) {
    await remove();
    throw RunwrightError.is(error) || isFileError(error) ? error : unreadable(path, 'it is damaged', error);
  }
  return { dir, [Symbol.asyncDispose]: remove };
}

async function unpack(path: string, dir: string): Promise<void> {
  const archive = await openPromise(path, { autoClose: false }).catch((cause: unknown) => {
    throw unreadable(path, 'it is no ZIP file', cause);
  });
  try {
    let size = 0;
    for await (const entry of archive.eachEntry()) {
      if (!recordedFile.test(entry.fileName)) {
        throw unreadable(path, `\`${entry.fileName}\` is no file of a recording`);
      }
      size += entry.uncompressedSize;
      if (size > maximumBytes) throw unreadable(path, 'its files are longer than 2 GiB together');
      const file = join(dir, entry.fileName);
      await mkdir(dirname(file), { recursive: true });
      await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(file));
    }
  } finally {
    archive.close();
  }
}

/** Tests for an error of the file system, such as that the disk is full. Other errors are about the bytes of the archive. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function unreadable(path: string, why: string, cause?: unknown): RunwrightError {
  return new RunwrightError(
    'invalid_input',
    `Cannot replay \`${path}\`: ${why}. Pass a folder that \`runwright record\` has written, or the ZIP file of a recorded run of the service.`,
    { cause },
  );
}
