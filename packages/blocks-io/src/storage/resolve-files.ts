import { type BlockContext, fileReferences, type RunFile } from '@runwright/contract';

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
  const { name, bytes, contentType } = await context.files.open(path, { maxBytes: maxFileBytes });
  const kept = await context.files.save({
    name,
    content: bytes,
    ...(contentType === null ? {} : { contentType }),
  });
  return [kept];
}

/** Largest file that is sent or kept, in bytes: 500 MB. */
export const maxFileBytes = 500 * 1000 * 1000;
