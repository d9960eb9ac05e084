import type { BrowserDownload, RunFile } from '@runwright/contract';
import type { TaskContext } from './task-context.ts';
import type { FailedEnd } from './task-spec.ts';

/** Downloads of one task, which are saved as files of the run. */
export interface TaskDownloads {
  /** Saved files in order of arrival. */
  readonly files: readonly RunFile[];
  /** True when a file was saved that the page does not only show inside itself. */
  readonly hasFile: boolean;
  /** True when there are downloads that were neither saved nor reported as failed, besides those that a page shows inside itself. */
  readonly hasPending: boolean;
  /**
   * Waits for every pending download and saves the completed ones. Returns the end of the task when a download failed, and
   * a sentence for each download that failed or was canceled.
   */
  collect(): Promise<{ readonly end: FailedEnd | null; readonly failures: readonly string[] }>;
  /** Saves the downloads that are completed now, without waiting. */
  saveCompleted(): Promise<void>;
}

/** Tracks the downloads of a task. Equal downloads are one file. */
export function taskDownloads({ spec, context, session }: TaskContext): TaskDownloads {
  const { downloads } = session;
  const files: RunFile[] = [];
  const settled = new Set<string>();
  let hasFile = false;
  const pending = () => (downloads?.list() ?? []).filter(({ id }) => !settled.has(id));

  const save = async ({ id, isEmbedded = false }: BrowserDownload): Promise<void> => {
    if (!downloads) return;
    settled.add(id);
    hasFile ||= !isEmbedded;
    const file = await context.files.saveDownload(downloads, id, { suffix: spec.downloadSuffix });
    if (files.every(({ file_id }) => file_id !== file.file_id)) files.push(file);
  };

  return {
    files,
    get hasFile() {
      return hasFile;
    },
    get hasPending() {
      return pending().some(({ isEmbedded = false }) => !isEmbedded);
    },
    async collect() {
      const failures: string[] = [];
      let end: FailedEnd | null = null;
      for (const { id } of pending()) {
        if (!downloads) break;
        const timeout = spec.downloadTimeoutMs;
        const download = await downloads.finished(id, {
          ...(timeout === null ? {} : { timeoutMs: timeout }),
          signal: context.signal,
        });
        if (download.status === 'completed') await save(download);
        else {
          settled.add(id);
          failures.push(`the download of ${download.filename} ${download.status}: ${download.reason ?? ''}`);
          if (download.status === 'failed') end ??= failedEnd(download);
        }
      }
      return { end, failures };
    },
    async saveCompleted() {
      for (const download of pending()) if (download.status === 'completed') await save(download);
    },
  };
}

function failedEnd({ filename, reason, isLate }: BrowserDownload): FailedEnd {
  return {
    status: 'failed',
    reason: `Cannot download \`${filename}\`: ${reason ?? 'the browser gave no reason.'}`,
    category: isLate ? 'limit' : 'block',
    errorCode: isLate ? 'download_timeout' : 'block_failed',
    confidence: null,
  };
}
