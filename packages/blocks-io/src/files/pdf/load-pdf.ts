import { type BlockContext, type OpenedFile, RunwrightError } from '@runwright/contract';
import type { PDFDocument } from 'pdf-lib';
import { detectFileKind } from '../file-kind.ts';
import { parserError, toParserError } from '../parser-error.ts';

/** Largest PDF that is changed, in bytes: 100 MiB. */
const maximumBytes = 100 * 1024 * 1024;

/** A PDF that can be changed, and what it was read from. */
export interface LoadedPdf {
  readonly file: OpenedFile;
  readonly document: PDFDocument;
}

/** Opens a PDF that a user named. Throws `FILE_PARSER_ERROR` for what is none, is broken or has a password. */
export async function loadPdf(reference: unknown, context: BlockContext): Promise<LoadedPdf> {
  const file = await context.files.open(reference, { maxBytes: maximumBytes });
  await detectFileKind(file, 'pdf');
  const { PDFDocument } = await import('pdf-lib');
  const document = await PDFDocument.load(file.bytes, {
    updateMetadata: false,
    ignoreEncryption: true,
  }).catch((cause: unknown) => {
    throw toParserError(cause, `The PDF \`${file.name}\` was to be changed`);
  });
  if (!document.isEncrypted) return { file, document };
  throw parserError(
    `The PDF \`${file.name}\` was to be changed, but it is protected with a password; take the password away.`,
  );
}

/** The name of a file that is made from another one: its own with something added before the extension. */
export function suffixedName(name: string, addition: string): string {
  return `${name.replace(/\.pdf$/i, '')}${addition}.pdf`;
}

/** The failure of a block that found nothing to do. */
export function nothingToWriteError(message: string): RunwrightError {
  return new RunwrightError('block_failed', message);
}
