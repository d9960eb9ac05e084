import {
  type BlockContext,
  type Json,
  loadOptionalPackage,
  type OpenedFile,
  RunwrightError,
} from '@runwright/contract';
import { extractWithModel, readImageText } from './extract-with-model.ts';
import { detectFileKind, type FileKind } from './file-kind.ts';
import { type LoadedFile, loadFile, maxDocumentBytes } from './loaded-file.ts';
import { parserError, toParserError } from './parser-error.ts';
import { readArchive } from './read/open-archive.ts';
import { type ReaderProcess, withReader } from './read/reader-process.ts';
import { maxArchiveBytes } from './read/zip.ts';

/** Options of {@link readFile}. */
export interface ReadFileOptions {
  readonly file: unknown;
  /** Expected kind; null detects it from the content. */
  readonly kind: FileKind | null;
  /** JSON Schema for extraction with a model; null returns the content, for which only images need a model. */
  readonly schema: Readonly<Record<string, unknown>> | null;
}

/** Reads a file that a user named. Throws `FILE_PARSER_ERROR` when it cannot be read. */
export async function readFile(
  { file, kind, schema }: ReadFileOptions,
  context: BlockContext,
): Promise<Json> {
  const opened = await openFile(file, context);
  try {
    const found = await withReader({ file: opened, signal: context.signal }, (reader) =>
      readOpened(opened, kind, reader, context),
    );
    // Afterwards, so that no process waits for the model.
    return await extract(found, schema, context);
  } catch (error) {
    context.signal.throwIfAborted();
    throw toParserError(error, `read the file \`${opened.name}\``);
  }
}

/** What a file holds: an image, which only a model can read, or its content. */
type Found = { readonly image: LoadedFile } | { readonly content: Json };

async function readOpened(
  file: OpenedFile,
  kind: FileKind | null,
  reader: ReaderProcess,
  context: BlockContext,
): Promise<Found> {
  const found = await detectFileKind(file, kind, reader);
  if (found === 'image') return { image: await loadLimited(file) };
  return {
    content: found === 'zip' ? await unzip(file, reader, context) : await readContent(found, file, reader),
  };
}

async function extract(
  found: Found,
  schema: ReadFileOptions['schema'],
  context: BlockContext,
): Promise<Json> {
  if ('image' in found) {
    const { bytes, name } = found.image;
    return schema === null
      ? readImageText(bytes, name, context)
      : extractWithModel({ image: bytes, name }, schema, context);
  }
  const { content } = found;
  if (schema === null) return content;
  return extractWithModel(
    { text: typeof content === 'string' ? content : JSON.stringify(content) },
    schema,
    context,
  );
}

async function readContent(
  kind: Exclude<FileKind, 'image' | 'zip'>,
  file: OpenedFile,
  reader: ReaderProcess,
): Promise<Json> {
  // The process itself cannot tell a missing package from a broken file.
  if (kind === 'docx')
    await loadOptionalPackage('mammoth', 'read Word documents', async () => import.meta.resolve('mammoth'));
  const { bytes, name, charset = null } = await loadLimited(file);
  const content = await reader.request({ kind, bytes, name, charset });
  return Array.isArray(content) && kind === 'pdf' ? content.join('\n\n') : (content as Json);
}

/** Reads a file whole, because its parser or the model needs all of it. */
async function loadLimited(file: OpenedFile): Promise<LoadedFile> {
  if (file.size <= maxDocumentBytes) return loadFile(file);
  throw parserError(`Cannot read \`${file.name}\`: it is larger than 100 MiB. Split it.`);
}

/** Saves every file of an archive as a download of the run and returns their names, paths and sizes. */
async function unzip(file: OpenedFile, reader: ReaderProcess, context: BlockContext): Promise<Json> {
  const files: { file_name: string; file_path: string; file_size: number }[] = [];
  for await (const { path, content } of readArchive(file, reader)) {
    const kept = await context.files.save({ name: path, content });
    files.push({ file_name: path, file_path: kept.file_path, file_size: kept.file_size });
  }
  return files.sort((a, b) => (a.file_name < b.file_name ? -1 : a.file_name > b.file_name ? 1 : 0));
}

async function openFile(file: unknown, context: BlockContext): Promise<OpenedFile> {
  try {
    return await context.files.open(file, { maxBytes: maxArchiveBytes });
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
