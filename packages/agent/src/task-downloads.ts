import { type BrowserDownload, downloadName, type RunFile } from '@runwright/contract';
import type { FailedEnd } from './task-spec.ts';
import type { Work } from './task-context.ts';

/** The files of one task, on their way from the browser into the run. */
export interface TaskDownloads {
  /** Those that are kept, in the order of their arrival. */
  readonly files: readonly RunFile[];
  /** Whether a download has begun that nothing is known of yet. */
  readonly hasNew: boolean;
  /**
   * Waits for every download that has begun and keeps those that are whole. Answers the end of the task when one of them
   * failed for good, and otherwise what did not come, a sentence for each.
   */
  collect(): Promise<{ readonly end: FailedEnd | null; readonly lost: readonly string[] }>;
  /** Keeps what is whole by now, without waiting. */
  keepWhole(): Promise<void>;
}

/** Follows what the pages of a task bring. The same bytes are kept once. */
export function taskDownloads({ spec, context, session }: Work): TaskDownloads {
  const { downloads } = session;
  const files: RunFile[] = [];
  const settled = new Set<string>();
  const checksums = new Set<string>();
  const open = () => (downloads?.list() ?? []).filter(({ id }) => !settled.has(id));

  const keep = async (download: BrowserDownload): Promise<void> => {
    const { id, filename, url, contentType, checksum } = download;
    settled.add(id);
    if (!downloads || (checksum !== null && checksums.has(checksum))) return;
    if (checksum !== null) checksums.add(checksum);
    const parts: Uint8Array[] = [];
    for await (const part of downloads.open(id)) parts.push(part);
    files.push(
      await context.files.save({
        name: downloadName(filename, spec.downloadSuffix),
        content: Buffer.concat(parts),
        ...(contentType === null ? {} : { contentType }),
        ...(/^https?:/.test(url) ? { sourceUrl: url } : {}),
      }),
    );
  };

  return {
    files,
    get hasNew() {
      return open().length > 0;
    },
    async collect() {
      const lost: string[] = [];
      let end: FailedEnd | null = null;
      for (const { id } of open()) {
        if (!downloads) break;
        const timeout = spec.downloadTimeoutMs;
        const download = await downloads.finished(id, {
          ...(timeout === null ? {} : { timeoutMs: timeout }),
          signal: context.signal,
        });
        if (download.status === 'completed') await keep(download);
        else {
          settled.add(id);
          lost.push(`the download of ${download.filename} ${download.status}: ${download.reason ?? ''}`);
          if (download.status === 'failed') end ??= endOf(download);
        }
      }
      return { end, lost };
    },
    async keepWhole() {
      for (const download of open()) if (download.status === 'completed') await keep(download);
    },
  };
}

function endOf({ filename, reason, isLate }: BrowserDownload): FailedEnd {
  return {
    status: 'failed',
    reason: `The file \`${filename}\` was to be downloaded, but this failed: ${reason ?? ''}`,
    category: 'limit',
    errorCode: isLate ? 'download_timeout' : null,
    confidence: null,
  };
}
