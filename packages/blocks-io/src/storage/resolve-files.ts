import { type BlockContext, fileReferences, type OpenedFile, type RunFile } from '@runwright/contract';

/**
 * Resolves a `path` to files of the run. Any other file reference is downloaded and saved as a file of the run. Returns an
 * empty list when the run has no such file.
 */
export async function resolveFiles(path: unknown, context: BlockContext): Promise<readonly RunFile[]> {
  const found = await context.files.list({ at: path });
  if (found.length > 0) return found;
  const references = fileReferences(path);
  // Nothing in the folder, and no file of that name, are for the block to judge; the rest is opened or refused.
  if (references.every(({ kind }) => kind === 'downloads' || kind === 'name')) return [];
  return [await saveOpened(await context.files.open(path, { maxBytes: maxFileBytes }), {}, context)];
}

/** Saves an opened file as a file of the run. */
export function saveOpened(
  file: OpenedFile,
  { sourceUrl }: { readonly sourceUrl?: string },
  { files }: Pick<BlockContext, 'files'>,
): Promise<RunFile> {
  const { name, contentType } = file;
  return files.save({
    name,
    content: file.read(),
    ...(contentType === null ? {} : { contentType }),
    ...(sourceUrl === undefined ? {} : { sourceUrl }),
  });
}

/** Largest file that is sent or kept, in bytes: 500 MB. */
export const maxFileBytes = 500 * 1000 * 1000;
