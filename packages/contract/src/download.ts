/** A file that a browser brings. */
export interface BrowserDownload {
  /** Made by the driver; unique in the session. */
  readonly id: string;
  /** File name from the server or the page, as one safe path segment; never a path on disk. */
  readonly filename: string;
  readonly url: string;
  readonly status: 'started' | 'completed' | 'canceled' | 'failed';
  /** Bytes that are there so far. */
  readonly size: number;
  /** Media type without parameters; null when nobody told. */
  readonly contentType: string | null;
  /** `sha256:` and the hexadecimal digest of the bytes; null until it is completed. */
  readonly checksum: string | null;
  /** Reason when it was canceled or failed, a sentence; else null. */
  readonly reason: string | null;
  /** True when it exceeded its time limit. */
  readonly isLate: boolean;
  /** True for a PDF that a page shows inside itself, which ends no task that waits for a file. Default: false. */
  readonly isEmbedded?: boolean;
}

/** The files that a session's pages have brought. They are gone with the session. */
export interface BrowserDownloads {
  /** All of them, oldest first; those of sessions that `tab` has opened are not among them. */
  list(): readonly BrowserDownload[];
  /**
   * Resolves when the download is whole, canceled or failed. `timeoutMs` counts from its beginning and takes the place of
   * the session's own limit; a download that takes longer fails. Throws `not_found` for an unknown id and `canceled` when
   * the signal is aborted, which does not end the download.
   */
  finished(
    id: string,
    options: { readonly timeoutMs?: number; readonly signal: AbortSignal },
  ): Promise<BrowserDownload>;
  /** The bytes of a completed download, in parts. Throws `not_found` when there is none of that id. */
  open(id: string): AsyncIterable<Uint8Array>;
}

/** Limits of a browser's downloads; a download that exceeds one fails. */
export interface DownloadLimits {
  /** Bytes of one file. Default 100 MiB. */
  readonly fileBytes?: number;
  /** Default 64. */
  readonly files?: number;
  /** Bytes of all together. Default 512 MiB. */
  readonly totalBytes?: number;
  /** From the action to the first byte. Default 15 s. */
  readonly firstByteMs?: number;
  /** From the first word of the server to the last byte. Default 600 s. */
  readonly timeoutMs?: number;
}

/**
 * The name of a downloaded file as a user wants it: a suffix that begins with a dot is an extension, one with an extension
 * is the whole name, and every other one goes before the extension. Makes nothing safe.
 */
export function downloadName(suggested: string, suffix: string | null): string {
  const wanted = suffix?.trim() ?? '';
  if (wanted === '') return suggested;
  if (wanted.startsWith('.')) {
    return suggested.toLowerCase().endsWith(wanted.toLowerCase()) ? suggested : `${suggested}${wanted}`;
  }
  if (/[^.]\.[^.\s/\\]{1,10}$/.test(wanted)) return wanted;
  const dot = suggested.lastIndexOf('.');
  return dot <= 0 ? `${suggested}${wanted}` : `${suggested.slice(0, dot)}${wanted}${suggested.slice(dot)}`;
}
