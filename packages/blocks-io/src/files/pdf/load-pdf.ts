import { type BlockContext, RunwrightError } from '@runwright/contract';
import type { PDFDocument } from 'pdf-lib';
import { detectFileKind } from '../file-kind.ts';
import { type LoadedFile, loadFile, maxDocumentBytes } from '../loaded-file.ts';
import { parserError, toParserError } from '../parser-error.ts';

/** Editable PDF with its source file. */
export interface LoadedPdf {
  readonly file: LoadedFile;
  readonly document: PDFDocument;
}

/** Opens a PDF that a user named. Throws `FILE_PARSER_ERROR` when it is no PDF, broken or password-protected. */
export async function loadPdf(reference: unknown, context: BlockContext): Promise<LoadedPdf> {
  const opened = await context.files.open(reference, { maxBytes: maxDocumentBytes });
  await detectFileKind(opened, 'pdf');
  const file = await loadFile(opened);
  const { PDFDocument } = await import('pdf-lib');
  const document = await PDFDocument.load(file.bytes, {
    updateMetadata: false,
    ignoreEncryption: true,
  }).catch((cause: unknown) => {
    throw toParserError(cause, `edit the PDF \`${file.name}\``);
  });
  if (!document.isEncrypted) return { file, document };
  throw parserError(
    `Cannot edit the PDF \`${file.name}\`: it is protected with a password. Remove the password.`,
  );
}

/** Adds a suffix to a file name before its extension. */
export function suffixedName(name: string, addition: string): string {
  return `${name.replace(/\.pdf$/i, '')}${addition}.pdf`;
}

/** Creates the error of a block that has nothing to write. */
export function nothingToWriteError(message: string): RunwrightError {
  return new RunwrightError('block_failed', message);
}
