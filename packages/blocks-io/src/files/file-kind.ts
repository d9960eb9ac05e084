import { Buffer } from 'node:buffer';
import { type OpenedFile, readWhole } from '@runwright/contract';
import { maxDocumentBytes } from './loaded-file.ts';
import { parserError } from './parser-error.ts';
import type { ReaderProcess } from './read/reader-process.ts';

/** Kinds of files that can be read. */
export type FileKind = 'csv' | 'excel' | 'pdf' | 'image' | 'docx' | 'zip';

const names: Readonly<Record<FileKind, string>> = {
  csv: 'text with columns (CSV)',
  excel: 'an Excel workbook (.xlsx)',
  pdf: 'a PDF',
  image: 'an image',
  docx: 'a Word document (.docx)',
  zip: 'a ZIP archive',
};

/**
 * Detects the kind of a file from its content; for text, from its name and media type too. With `expected`, the file must
 * be of that kind. Archives are looked into by `reader`. Throws `FILE_PARSER_ERROR` for other files, for old Office formats and for encrypted files.
 */
export async function detectFileKind(
  file: OpenedFile,
  expected: FileKind | null,
  reader: ReaderProcess,
): Promise<FileKind> {
  const content = await contentKind(file, reader);
  // Any text can be read as CSV when CSV is expected.
  const found = content === 'text' ? (expected === 'csv' || isCsvFile(file) ? 'csv' : null) : content;
  if (expected === null) {
    if (found !== null) return found;
    throw parserError(
      `Cannot read \`${file.name}\`: unknown file type. Use CSV, Excel, PDF, Word, an image or ZIP.`,
    );
  }
  // Office documents are ZIP archives and can be read as such.
  if (found === expected || (expected === 'zip' && (found === 'docx' || found === 'excel'))) return expected;
  const is = found === null ? 'something else' : names[found];
  throw parserError(
    `Cannot read \`${file.name}\` as ${names[expected]}: it is ${is}. Correct \`file_type\` or the file.`,
  );
}

async function contentKind(file: OpenedFile, reader: ReaderProcess): Promise<FileKind | 'text' | null> {
  const headSize = Math.min(file.size, headBytes);
  const head = Buffer.from(
    (await readWhole({ size: headSize, read: () => file.read({ end: headSize }) })).buffer,
  );
  if (head.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (isZip(head)) return archiveKind(file, reader);
  if (head.subarray(0, 8).equals(legacyOfficeSignature)) throw await legacyOfficeError(file);
  if (imageMediaType(head) !== null) return 'image';
  if (file.size === 0) throw parserError(`Cannot read \`${file.name}\`: the file is empty.`);
  return isText(head) ? 'text' : null;
}

/** Bytes at the beginning of a file that tell its kind. */
const headBytes = 4096;

function isZip(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 4).toString('latin1');
  return mark === 'PK\x03\x04' || mark === 'PK\x05\x06' || mark === 'PK\x07\x08';
}

async function archiveKind({ name, size }: OpenedFile, reader: ReaderProcess): Promise<FileKind> {
  const entries = await reader.request({ kind: 'names', name, size });
  if (!entries.includes('[Content_Types].xml')) return 'zip';
  if (entries.some((name) => name.startsWith('word/'))) return 'docx';
  return entries.some((name) => name.startsWith('xl/')) ? 'excel' : 'zip';
}

/** Signature of compound files: Word, Excel and PowerPoint before 2007, and newer encrypted files. */
const legacyOfficeSignature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

async function legacyOfficeError(file: OpenedFile): Promise<unknown> {
  const { name } = file;
  // The names of its streams may stand anywhere in the file.
  const size = Math.min(file.size, maxDocumentBytes);
  const bytes = Buffer.from((await readWhole({ size, read: () => file.read({ end: size }) })).buffer);
  const has = (stream: string) => bytes.includes(Buffer.from(stream, 'utf16le'));
  if (has('EncryptedPackage')) {
    return parserError(`Cannot read \`${name}\`: it is protected with a password. Remove the password.`);
  }
  const format = has('WordDocument') ? '.doc' : has('Workbook') ? '.xls' : 'old Office';
  return parserError(
    `Cannot read \`${name}\`: it has the legacy ${format} format. Save it as .docx or .xlsx.`,
  );
}

/** Returns the media type of an image by its signature; null when it is no image. */
export function imageMediaType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF8')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  if (head.startsWith('BM')) return 'image/bmp';
  return head.startsWith('II*\0') || head.startsWith('MM\0*') ? 'image/tiff' : null;
}

function isText(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 2).toString('hex');
  return mark === 'fffe' || mark === 'feff' || !bytes.includes(0);
}

/** Returns whether a text file is a table by name and media type: markup and code are text too. */
function isCsvFile({ name, contentType }: OpenedFile): boolean {
  const hasExtension = /\.[a-z0-9]+$/i.test(name);
  const isNamedSo = /\.(?:csv|tsv|txt|tab)$/i.test(name);
  const isTypedSo = /^text\/(?:csv|plain|tab-separated-values)$|\/(?:vnd\.ms-excel|csv)$/.test(
    contentType ?? '',
  );
  return isNamedSo || isTypedSo || !hasExtension;
}
