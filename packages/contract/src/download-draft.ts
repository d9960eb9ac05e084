import { type BrowserDownloads, downloadName } from './download.ts';
import type { FileDraft } from './file.ts';

/**
 * Returns the file to save for a completed download: its name, its bytes in parts, its media type, and its address unless
 * only the page has it. Throws `not_found` when there is no completed download of that id.
 */
export function downloadDraft(
  downloads: BrowserDownloads,
  id: string,
  { suffix = null }: { readonly suffix?: string | null } = {},
): FileDraft {
  const content = downloads.open(id);
  const download = downloads.list().find((one) => one.id === id);
  const { filename = 'download', contentType = null, url = '' } = download ?? {};
  return {
    name: downloadName(filename, suffix),
    content,
    ...(contentType === null ? {} : { contentType }),
    ...(/^https?:/.test(url) ? { sourceUrl: url } : {}),
  };
}
