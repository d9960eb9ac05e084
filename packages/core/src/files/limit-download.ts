import { type FileDraft, limitParts, RunwrightError, type StoredFile } from '@runwright/contract';

/** Limits of what the browser of a run may download. */
export interface DownloadLimits {
  /** Bytes of one download. */
  readonly downloadBytes: number;
  /** Files that a run may have. */
  readonly runFiles: number;
  /** Bytes that the files of a run may have together. */
  readonly runFileBytes: number;
}

/**
 * Returns a download whose bytes are counted while they are read, by the limits of its run.
 *
 * @param files the files that the run has
 * @throws RunwrightError `block_failed` when the run has as many files as it may; the bytes throw it when they are too many
 */
export function limitDownload(
  draft: FileDraft,
  files: readonly Pick<StoredFile, 'size'>[],
  { downloadBytes, runFiles, runFileBytes }: DownloadLimits,
): FileDraft {
  const { name } = draft;
  if (files.length >= runFiles) {
    throw refused(name, `a run may have at most ${runFiles} files`);
  }
  const left = runFileBytes - files.reduce((sum, { size }) => sum + size, 0);
  const isFileLimit = downloadBytes <= left;
  const tooLarge = () =>
    refused(
      name,
      isFileLimit
        ? `it is larger than ${sizeText(downloadBytes)}`
        : `the files of a run may have at most ${sizeText(runFileBytes)} together`,
    );
  const bytes = typeof draft.content === 'string' ? new TextEncoder().encode(draft.content) : draft.content;
  const parts = bytes instanceof Uint8Array ? [bytes] : bytes;
  return { ...draft, content: limitParts(parts, Math.min(downloadBytes, left), tooLarge) };
}

function refused(name: string, reason: string): RunwrightError {
  const message = `Cannot keep the download \`${name}\`: ${reason}. Download less in one run.`;
  return new RunwrightError('block_failed', message, {
    details: {
      failure_category: 'block',
      errors: [{ error_code: 'block_failed', reasoning: message }],
    },
  });
}

function sizeText(bytes: number): string {
  const mebibyte = 1024 * 1024;
  return bytes < mebibyte ? `${bytes} bytes` : `${Math.floor(bytes / mebibyte)} MiB`;
}
