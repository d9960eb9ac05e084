import { randomUUID } from 'node:crypto';
import { glob, mkdir, open, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import {
  type ArtifactStore,
  artifactKeyParts,
  assertNotAborted,
  type ByteRange,
  checkedRange,
  maxPartBytes,
  RunwrightError,
} from '@runwright/contract';

/**
 * Keeps artifacts as files below a folder, which is made when it is missing. Only their owner may read files and new folders. A file appears whole or not at all: it is
 * written under another name while it comes, flushed to the disk, then renamed. Throws `internal` when the disk refuses.
 */
export function folderArtifacts(folder: string): ArtifactStore {
  const root = resolve(folder);

  /** The suffix, which no key can have, keeps the file of key `a` apart from the folder of key `a/b`. */
  function pathOf(key: string): string {
    return `${join(root, ...artifactKeyParts(key))}.bin`;
  }

  /** Every call: the key is checked first, then the signal, and the disk's error is wrapped. */
  async function access<T>(
    verb: string,
    key: string,
    signal: AbortSignal,
    work: (path: string) => Promise<T>,
  ): Promise<T> {
    const path = pathOf(key);
    assertNotAborted(signal, key);
    try {
      return await work(path);
    } catch (cause) {
      assertNotAborted(signal, key);
      if (RunwrightError.is(cause)) throw cause;
      throw new RunwrightError(
        'internal',
        `Cannot ${verb} artifact \`${key}\`: \`${codeOf(cause)}\`. Check the space and the permissions of the folder.`,
        { cause, retryable: true },
      );
    }
  }

  return {
    specVersion: 'v1',
    put: (key, bytes, { signal }) =>
      access('store', key, signal, async (path) => {
        await makeFolder(dirname(path));
        const draft = join(dirname(path), `.${randomUUID()}.tmp`);
        try {
          await writeDurably(draft, bytes, signal);
          await rename(draft, path);
        } catch (error) {
          await rm(draft, { force: true });
          throw error;
        }
        await flushFolder(dirname(path));
      }),
    get: (key, { signal }) =>
      access('read', key, signal, async (path) => {
        try {
          const file = await readFile(path, { signal });
          return new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
        } catch (error) {
          if (codeOf(error) === 'ENOENT') return null;
          throw error;
        }
      }),
    open: (key, { signal, ...given }) =>
      access('read', key, signal, async (path) => {
        const range = checkedRange(given);
        const found = await stat(path).catch((error: unknown) => {
          if (codeOf(error) === 'ENOENT') return null;
          throw error;
        });
        if (found === null) return null;
        return readParts(range, (work) => access('read', key, signal, work));
      }),
    async *keys({ signal }) {
      for await (const path of glob('**/*.bin', { cwd: root })) {
        signal.throwIfAborted();
        yield path.slice(0, -'.bin'.length).split(sep).join('/');
      }
    },
    async capacity() {
      await makeFolder(root);
      const { blocks, bsize } = await statfs(root);
      return blocks * bsize;
    },
    remove: (key, { signal }) => access('remove', key, signal, (path) => rm(path, { force: true })),
    async close() {},
  };
}

/** Reads a range of a file. The file is opened with the first part, and closed however the reading ends. */
async function* readParts(
  { start, end }: Required<ByteRange>,
  access: <T>(work: (path: string) => Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array> {
  const file = await access((path) => open(path, 'r'));
  try {
    for (let at = start; at < end; ) {
      const part = new Uint8Array(Math.min(maxPartBytes, end - at));
      const { bytesRead } = await access(() => file.read(part, 0, part.length, at));
      if (bytesRead === 0) return;
      at += bytesRead;
      yield part.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function writeDurably(
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes, { signal });
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new folder is durable once the folder above it is flushed. */
async function makeFolder(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true, mode: 0o700 });
  if (firstMade === undefined) return;
  for (let made = path; made.length >= firstMade.length; made = dirname(made)) {
    await flushFolder(dirname(made));
  }
}

/** Windows cannot open a folder for flushing, and makes renames durable by itself. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
