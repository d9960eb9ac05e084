import type { BrowserDownload, BrowserDownloads, BrowserSession, FileDraft, Log } from '@runwright/contract';

/** Saves the downloads of a browser during one attempt as files of the run. */
export interface BrowserFiles {
  /** The session's downloads as the block sees them: only those that began in this attempt. */
  of(session: Pick<BrowserSession, 'downloads'>): BrowserDownloads | null;
  /**
   * Keeps every download that the block has not read itself. With `wait`, those that are still coming too, as long as
   * the browser lets them.
   */
  save(options: { readonly wait: boolean }): Promise<void>;
}

/** @param save keeps a file as a download of the attempt */
export function browserFiles(options: {
  readonly save: (draft: FileDraft) => Promise<unknown>;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
}): BrowserFiles {
  const { save, log, signal } = options;
  const seen = new Map<
    BrowserDownloads,
    { readonly before: ReadonlySet<string>; readonly own: BrowserDownloads }
  >();
  const taken = new Set<string>();
  const checksums = new Set<string>();

  return {
    of({ downloads }) {
      if (!downloads) return null;
      const known = seen.get(downloads);
      if (known) return known.own;
      const before = new Set(downloads.list().map(({ id }) => id));
      const own: BrowserDownloads = {
        list: () => downloads.list().filter(({ id }) => !before.has(id)),
        finished: (id, how) => downloads.finished(id, how),
        open(id) {
          // Whoever reads a file decides what becomes of it.
          taken.add(id);
          const read = downloads.list().find((one) => one.id === id);
          if (read?.checksum) checksums.add(read.checksum);
          return downloads.open(id);
        },
      };
      seen.set(downloads, { before, own });
      return own;
    },
    async save({ wait }) {
      for (const [downloads, { own }] of seen) {
        for (const begun of own.list()) {
          if (taken.has(begun.id)) continue;
          const isComing = begun.status === 'started';
          await keepOne(downloads, isComing && wait ? await end(downloads, begun) : begun);
        }
      }
    },
  };

  /** Waits for the end of a download; one that is lost with its browser does not fail the block. */
  async function end(downloads: BrowserDownloads, begun: BrowserDownload): Promise<BrowserDownload> {
    try {
      return await downloads.finished(begun.id, { signal });
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      return { ...begun, status: 'canceled', reason };
    }
  }

  async function keepOne(downloads: BrowserDownloads, download: BrowserDownload): Promise<void> {
    const { id, filename, url, contentType, status, checksum, reason } = download;
    if (status === 'started') return;
    taken.add(id);
    if (status !== 'completed') {
      log.warn('a download did not become a file', { filename, reason: reason ?? status });
      return;
    }
    if (checksum !== null && checksums.has(checksum)) return;
    if (checksum !== null) checksums.add(checksum);
    await save({
      name: filename,
      content: downloads.open(id),
      ...(contentType === null ? {} : { contentType }),
      ...(/^https?:/.test(url) ? { sourceUrl: url } : {}),
    });
  }
}
