import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { parserError } from '../parser-error.ts';
import type { PageLayout } from './pdf.ts';
import type { Row } from './rows.ts';

/** Task of a worker thread. */
export interface ReadTask {
  readonly kind: keyof ReadTaskValues;
  readonly bytes: Uint8Array;
  readonly name: string;
  /** For `csv`: charset of the file's content type; null detects it from the content. */
  readonly charset?: string | null;
}

/** Result of a worker thread. `isSentence` is true when `message` is written for users. */
export type ReadTaskResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly isSentence: boolean };

/** Result type of each kind of task. */
interface ReadTaskValues {
  readonly csv: readonly Row[];
  readonly excel: readonly Row[];
  readonly docx: string;
  readonly pdf: readonly string[];
  readonly layout: readonly PageLayout[];
}

/** Maximum heap size of a worker thread, in MiB. */
const maxMemoryMiB = 1024;

/**
 * Reads a file in a worker thread, because an untrusted file may keep its parser busy and must not block the engine. The
 * worker is terminated with the signal and has a memory limit. Of the environment it has the folder of Node's compile cache
 * only, so that its parsers are compiled once for all files where there is such a folder.
 */
export async function readInWorker<K extends keyof ReadTaskValues>(
  task: ReadTask & { readonly kind: K },
  signal: AbortSignal,
): Promise<ReadTaskValues[K]> {
  signal.throwIfAborted();
  // Sources run uncompiled; the published package is compiled.
  const entry = import.meta.url.endsWith('.ts') ? './read-worker.ts' : './read-worker.js';
  const cache = getCompileCacheDir();
  const worker = new Worker(new URL(entry, import.meta.url), {
    workerData: task,
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMiB },
  });
  let abort: (() => void) | undefined;
  try {
    const result = await new Promise<ReadTaskResult>((resolve, reject) => {
      abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the worker thread exited with code ${code}`)));
    });
    if (result.ok) return result.value as ReadTaskValues[K];
    throw result.isSentence ? parserError(result.message) : new Error(result.message);
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    throw parserError(
      `Cannot read \`${task.name}\`: it needs more than ${maxMemoryMiB} MiB of memory. Use a smaller file.`,
      error,
    );
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
