import { Worker } from 'node:worker_threads';
import { parserError } from '../parser-error.ts';
import type { PageLayout } from './pdf.ts';
import type { Row } from './rows.ts';

/** What a thread is to read. */
export interface ReadTask {
  readonly kind: keyof ReadTaskValues;
  readonly bytes: Uint8Array;
  readonly name: string;
  /** What the file's content type names; null: the content decides. For `csv`. */
  readonly charset?: string | null;
}

/** What it found, or why it found nothing; `isSentence`: the reason is one for users. */
export type ReadTaskResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly isSentence: boolean };

/** What each kind of reading answers. */
interface ReadTaskValues {
  readonly csv: readonly Row[];
  readonly excel: readonly Row[];
  readonly docx: string;
  readonly pdf: readonly string[];
  readonly layout: readonly PageLayout[];
}

/** Memory that reading one file may take, in MiB. */
const maxMemoryMiB = 1024;

/**
 * Reads a file in a thread of its own: files come from anywhere, and one that keeps its reader busy must not hold up the
 * engine. The thread ends with the signal, has little memory, and sees nothing of the environment.
 */
export async function readInWorker<K extends keyof ReadTaskValues>(
  task: ReadTask & { readonly kind: K },
  signal: AbortSignal,
): Promise<ReadTaskValues[K]> {
  signal.throwIfAborted();
  // The sources run as they are; what is published is compiled.
  const entry = import.meta.url.endsWith('.ts') ? './read-worker.ts' : './read-worker.js';
  const worker = new Worker(new URL(entry, import.meta.url), {
    workerData: task,
    env: {},
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
      worker.once('exit', (code) => reject(new Error(`its reader ended with code ${code}`)));
    });
    if (result.ok) return result.value as ReadTaskValues[K];
    throw result.isSentence ? parserError(result.message) : new Error(result.message);
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    throw parserError(
      `The file \`${task.name}\` was to be read, but it takes more than ${maxMemoryMiB} MiB of memory; use a smaller one.`,
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
