import { parentPort, workerData } from 'node:worker_threads';
import { RunwrightError } from '@runwright/contract';
import { readCsv } from './csv.ts';
import { readDocx } from './docx.ts';
import { readExcel } from './excel.ts';
import { readPdf, readPdfLayout } from './pdf.ts';
import type { ReadTask, ReadTaskResult } from './read-in-worker.ts';

/** Never aborted: to cancel, the parent terminates this thread. */
const { signal } = new AbortController();

function read({ kind, bytes, name, charset }: ReadTask): Promise<unknown> {
  switch (kind) {
    case 'csv':
      return readCsv(bytes, charset ?? null);
    case 'excel':
      return readExcel(bytes, signal);
    case 'docx':
      return readDocx(bytes, signal);
    case 'pdf':
      return readPdf(bytes, name);
    case 'layout':
      return readPdfLayout(bytes, name);
  }
}

const result: ReadTaskResult = await read(workerData as ReadTask).then(
  (value) => ({ ok: true, value }),
  (error: unknown) => ({
    ok: false,
    message: error instanceof Error ? error.message : String(error),
    isSentence: RunwrightError.is(error),
  }),
);
parentPort?.postMessage(result);
