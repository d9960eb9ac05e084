import { type BlockContext, fileReference, type OpenedFile, RunwrightError } from '@runwright/contract';

/** Bytes of all files of a mail together: 25 MB, what most servers take. */
const maximumBytes = 25_000_000;

/**
 * Opens the files that a block names: each one file, but `downloads` all of the run, and a list each of its entries. An
 * empty entry names none.
 */
export async function openAttachments(
  references: readonly unknown[],
  context: Pick<BlockContext, 'files' | 'log'>,
): Promise<readonly OpenedFile[]> {
  const found: OpenedFile[] = [];
  let left = maximumBytes;
  for (const reference of await eachOf(references, context)) {
    const file = await context.files.open(reference, { maxBytes: left }).catch(explain);
    left -= file.size;
    found.push(file);
  }
  return found;
}

async function eachOf(
  references: readonly unknown[],
  context: Pick<BlockContext, 'files' | 'log'>,
): Promise<readonly unknown[]> {
  const each: unknown[] = [];
  for (const reference of references.flatMap((entry) => (Array.isArray(entry) ? entry : [entry]))) {
    if (reference === null || (typeof reference === 'string' && reference.trim() === '')) {
      context.log.info('An entry of `file_attachments` is empty, so it attaches nothing.');
    } else if (fileReference(reference).kind === 'downloads') {
      each.push(...(await context.files.list()).map((file) => file.file_id));
    } else each.push(reference);
  }
  return each;
}

function explain(error: unknown): never {
  if (!RunwrightError.is(error) || !JSON.stringify(error.details.errors ?? '').includes('file_too_large'))
    throw error;
  throw new RunwrightError(
    error.code,
    `The attachments of a mail are larger than ${maximumBytes / 1_000_000} MB together. Send fewer files, or a link.`,
    { cause: error, details: error.details },
  );
}
