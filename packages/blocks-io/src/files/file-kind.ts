import { Buffer } from 'node:buffer';
import type { OpenedFile } from '@runwright/contract';
import { parserError } from './parser-error.ts';
import { listZipEntries } from './read/zip.ts';

/** What a file can be read as. */
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
 * What a file is: its content decides, and only where content cannot tell (text), its name and media type. With a
 * `wanted` kind the content must be of it. Throws `FILE_PARSER_ERROR` for anything else, for old Office formats and for
 * what is encrypted.
 */
export async function detectFileKind(file: OpenedFile, expected: FileKind | null): Promise<FileKind> {
  const content = await contentKind(file);
  // Text that is wanted as a table is one, whatever its name.
  const found = content === 'text' ? (expected === 'csv' || isCsvFile(file) ? 'csv' : null) : content;
  if (expected === null) {
    if (found !== null) return found;
    throw parserError(
      `The file \`${file.name}\` was to be read, but its type is not known; use CSV, Excel, PDF, Word, an image or ZIP.`,
    );
  }
  // Office documents are ZIP archives, and whoever asks for their parts gets them.
  if (found === expected || (expected === 'zip' && (found === 'docx' || found === 'excel'))) return expected;
  const is = found === null ? 'something else' : names[found];
  throw parserError(
    `The file \`${file.name}\` was to be ${names[expected]}, but it is ${is}; correct \`file_type\` or the file.`,
  );
}

async function contentKind(file: OpenedFile): Promise<FileKind | 'text' | null> {
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (isZip(bytes)) return archiveKind(bytes);
  if (bytes.subarray(0, 8).equals(legacyOfficeSignature)) throw legacyOfficeError(file.name, bytes);
  if (imageMediaType(bytes) !== null) return 'image';
  if (bytes.length === 0) throw parserError(`The file \`${file.name}\` was to be read, but it is empty.`);
  return isText(bytes) ? 'text' : null;
}

function isZip(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 4).toString('latin1');
  return mark === 'PK\x03\x04' || mark === 'PK\x05\x06' || mark === 'PK\x07\x08';
}

async function archiveKind(bytes: Buffer): Promise<FileKind> {
  const entries = await listZipEntries(bytes);
  if (!entries.includes('[Content_Types].xml')) return 'zip';
  if (entries.some((name) => name.startsWith('word/'))) return 'docx';
  return entries.some((name) => name.startsWith('xl/')) ? 'excel' : 'zip';
}

/** Head of a compound file: Word, Excel and PowerPoint before 2007, and newer ones that have a password. */
const legacyOfficeSignature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

function legacyOfficeError(name: string, bytes: Buffer): unknown {
  const has = (stream: string) => bytes.includes(Buffer.from(stream, 'utf16le'));
  if (has('EncryptedPackage')) {
    return parserError(
      `The file \`${name}\` was to be read, but it is protected with a password; take the password away.`,
    );
  }
  const format = has('WordDocument') ? '.doc' : has('Workbook') ? '.xls' : 'old Office';
  return parserError(
    `The file \`${name}\` was to be read, but it has the legacy ${format} format; save it as .docx or .xlsx.`,
  );
}

/** Media type of an image by its first bytes; null for what is none. */
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
  const head = bytes.subarray(0, 4096);
  const mark = head.subarray(0, 2).toString('hex');
  return mark === 'fffe' || mark === 'feff' || !head.includes(0);
}

/** Markup and code are text too, but nobody means their lines as rows. */
function isCsvFile({ name, contentType }: OpenedFile): boolean {
  const hasExtension = /\.[a-z0-9]+$/i.test(name);
  const isNamedSo = /\.(?:csv|tsv|txt|tab)$/i.test(name);
  const isTypedSo = /^text\/(?:csv|plain|tab-separated-values)$|\/(?:vnd\.ms-excel|csv)$/.test(
    contentType ?? '',
  );
  return isNamedSo || isTypedSo || !hasExtension;
}
