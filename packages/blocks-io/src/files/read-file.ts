import { type BlockContext, type Json, type OpenedFile, RunwrightError } from '@runwright/contract';
import { extractWithModel, readImageText } from './extract-with-model.ts';
import { detectFileKind, type FileKind } from './file-kind.ts';
import { type LoadedFile, loadFile, maxDocumentBytes } from './loaded-file.ts';
import { parserError, toParserError } from './parser-error.ts';
import { readCsv } from './read/csv.ts';
import { readInWorker } from './read/read-in-worker.ts';
import { maxArchiveBytes, readZipEntries } from './read/zip.ts';

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
  const operation = `read the file \`${opened.name}\``;
  try {
    const found = await detectFileKind(opened, kind);
    if (found === 'image') {
      const { bytes, name } = await loadLimited(opened);
      return schema === null
        ? await readImageText(bytes, name, context)
        : await extractWithModel({ image: bytes, name }, schema, context);
    }
    const content =
      found === 'zip' ? await unzip(opened, context) : await readContent(found, opened, context);
    if (schema === null) return content;
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return await extractWithModel({ text }, schema, context);
  } catch (error) {
    context.signal.throwIfAborted();
    throw toParserError(error, operation);
  }
}

async function readContent(
  kind: Exclude<FileKind, 'image' | 'zip'>,
  file: OpenedFile,
  context: BlockContext,
): Promise<Json> {
  const { bytes, name, charset = null } = await loadLimited(file);
  if (kind === 'csv' && bytes.length < smallBytes) return readCsv(bytes, charset);
  const content = await readInWorker({ kind, bytes, name, charset }, context.signal);
  return Array.isArray(content) && kind === 'pdf' ? content.join('\n\n') : (content as Json);
}

/** Reads a file whole, because its parser or the model needs all of it. */
async function loadLimited(file: OpenedFile): Promise<LoadedFile> {
  if (file.size <= maxDocumentBytes) return loadFile(file);
  throw parserError(`Cannot read \`${file.name}\`: it is larger than 100 MiB. Split it.`);
}

/** Size in bytes below which reading CSV is faster than starting a worker thread. */
const smallBytes = 256 * 1024;

/** Saves every file of an archive as a download of the run and returns their names, paths and sizes. */
async function unzip(file: OpenedFile, context: BlockContext): Promise<Json> {
  const files: { file_name: string; file_path: string; file_size: number }[] = [];
  for (const entry of await readZipEntries(file, file.name)) {
    context.signal.throwIfAborted();
    const kept = await context.files.save({ name: entry.path, content: await entry.open() });
    files.push({ file_name: entry.path, file_path: kept.file_path, file_size: kept.file_size });
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
