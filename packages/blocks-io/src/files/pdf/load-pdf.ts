import { type BlockContext, type OpenedFile, RunwrightError } from '@runwright/contract';
import type { PDFDocument } from 'pdf-lib';
import { detectFileKind } from '../file-kind.ts';
import { parserError, toParserError } from '../parser-error.ts';

/** Maximum size of a PDF to edit, in bytes: 100 MiB. */
const maximumBytes = 100 * 1024 * 1024;

/** Editable PDF with its source file. */
export interface LoadedPdf {
  readonly file: OpenedFile;
  readonly document: PDFDocument;
}

/** Opens a PDF that a user named. Throws `FILE_PARSER_ERROR` when it is no PDF, broken or password-protected. */
export async function loadPdf(reference: unknown, context: BlockContext): Promise<LoadedPdf> {
  const file = await context.files.open(reference, { maxBytes: maximumBytes });
  await detectFileKind(file, 'pdf');
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
