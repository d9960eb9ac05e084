import { type BlockContext, RunwrightError } from '@runwright/contract';
import { detectFileKind } from '../file-kind.ts';
import { type LoadedFile, loadFile, maxDocumentBytes } from '../loaded-file.ts';
import { toParserError } from '../parser-error.ts';
import { type ReaderProcess, withReader } from '../read/reader-process.ts';

/** Editable PDF with its source file. */
export interface LoadedPdf {
  readonly file: LoadedFile;
  readonly pageCount: number;
  /** The process that has the PDF open. Throws `FILE_PARSER_ERROR` for every failure of its parser. */
  readonly reader: ReaderProcess;
}

/**
 * Opens a PDF that a user named in a process, which ends with `use`. Throws `FILE_PARSER_ERROR` when it is no PDF, broken or
 * password-protected.
 */
export async function withPdf<T>(
  reference: unknown,
  context: BlockContext,
  use: (pdf: LoadedPdf) => Promise<T>,
): Promise<T> {
  const { signal } = context;
  const opened = await context.files.open(reference, { maxBytes: maxDocumentBytes });
  return withReader({ file: opened, signal }, async (process) => {
    await detectFileKind(opened, 'pdf', process);
    const file = await loadFile(opened);
    const { bytes, name } = file;
    const reader = reportParserErrors(process, `edit the PDF \`${name}\``, signal);
    const { pageCount } = await reader.request({ kind: 'edit', bytes, name });
    return use({ file, pageCount, reader });
  });
}

/** Adds a suffix to a file name before its extension. */
export function suffixedName(name: string, addition: string): string {
  return `${name.replace(/\.pdf$/i, '')}${addition}.pdf`;
}

/** Creates the error of a block that has nothing to write. */
export function nothingToWriteError(message: string): RunwrightError {
  return new RunwrightError('block_failed', message);
}

/** Converts what the library throws to parser errors. */
function reportParserErrors(reader: ReaderProcess, operation: string, signal: AbortSignal): ReaderProcess {
  return {
    request: (task) =>
      reader.request(task).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw toParserError(cause, operation);
      }),
  };
}
