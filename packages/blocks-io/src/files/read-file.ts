import { type BlockContext, type Json, type OpenedFile, RunwrightError } from '@runwright/contract';
import { extract, readImage } from './extract-with-model.ts';
import { type FileKind, kindOf } from './file-kind.ts';
import { asParserError, parserError } from './parser-error.ts';
import { readCsv } from './read/csv.ts';
import { readInThread } from './read/read-in-worker.ts';
import { maximumArchiveBytes, zipEntries } from './read/zip.ts';

/** What to read, and as what. */
export interface Reading {
  readonly file: unknown;
  /** Null: the content decides. */
  readonly kind: FileKind | null;
  /** Null: no model is asked, but for images. */
  readonly schema: Readonly<Record<string, unknown>> | null;
}

/** Reads a file that a user named. What cannot be read throws `FILE_PARSER_ERROR`. */
export async function readFile({ file, kind, schema }: Reading, context: BlockContext): Promise<Json> {
  const opened = await open(file, context);
  const wanted = `The file \`${opened.name}\` was to be read`;
  try {
    const found = await kindOf(opened, kind);
    if (found === 'image') {
      return schema === null
        ? await readImage(opened.bytes, opened.name, context)
        : await extract({ image: opened.bytes, name: opened.name }, schema, context);
    }
    const content = await contentOf(found, opened, context);
    if (schema === null) return content;
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return await extract({ text }, schema, context);
  } catch (error) {
    context.signal.throwIfAborted();
    throw asParserError(error, wanted);
  }
}

async function contentOf(
  kind: Exclude<FileKind, 'image'>,
  file: OpenedFile,
  context: BlockContext,
): Promise<Json> {
  if (kind === 'zip') return unzip(file, context);
  const { bytes, name, charset = null } = file;
  if (bytes.length > maximumDocumentBytes) {
    throw parserError(`The file \`${name}\` was to have at most 100 MiB, but it is larger; split it.`);
  }
  if (kind === 'csv' && bytes.length < smallBytes) return readCsv(bytes, charset);
  const content = await readInThread({ kind, bytes, name, charset }, context.signal);
  return Array.isArray(content) && kind === 'pdf' ? content.join('\n\n') : (content as Json);
}

/** Largest file that is read whole, in bytes: 100 MiB. */
const maximumDocumentBytes = 100 * 1024 * 1024;
/** Text below this many bytes is read faster than a thread begins. */
const smallBytes = 256 * 1024;

/** Keeps every file of an archive as a download of the run, and tells them by name. */
async function unzip(file: OpenedFile, context: BlockContext): Promise<Json> {
  const files: { file_name: string; file_path: string; file_size: number }[] = [];
  for (const entry of await zipEntries(file.bytes, file.name)) {
    context.signal.throwIfAborted();
    const kept = await context.files.save({ name: entry.path, content: await entry.read() });
    files.push({ file_name: entry.path, file_path: kept.file_path, file_size: kept.file_size });
  }
  return files.sort((a, b) => (a.file_name < b.file_name ? -1 : a.file_name > b.file_name ? 1 : 0));
}

async function open(file: unknown, context: BlockContext): Promise<OpenedFile> {
  try {
    return await context.files.open(file, { maxBytes: maximumArchiveBytes });
  } catch (error) {
    if (RunwrightError.is(error) && isTooLarge(error)) throw parserError(error.message, error);
    throw error;
  }
}

function isTooLarge({ details }: RunwrightError): boolean {
  const entries: readonly { readonly error_code?: unknown }[] = Array.isArray(details.errors)
    ? details.errors
    : [];
  return entries.some(({ error_code }) => error_code === 'file_too_large');
}
