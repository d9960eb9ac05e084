import {
  type BrowserDownload,
  type BrowserDownloads,
  type BrowserSession,
  downloadDraft,
  errorMessage,
  type FileDraft,
  type Log,
  RunwrightError,
} from '@runwright/contract';

/** Saves the downloads of a browser during one attempt as files of the run. */
export interface BrowserFiles<Saved> {
  /** The session's downloads as the block sees them: only those that began in this attempt. */
  of(session: Pick<BrowserSession, 'downloads'>): BrowserDownloads | null;
  /**
   * Saves one completed download; the same bytes twice are one file. Throws `not_found` when there is no completed download of
   * that id. See `RunFiles.saveDownload`.
   */
  saveOne(
    downloads: BrowserDownloads,
    id: string,
    options?: { readonly suffix?: string | null },
  ): Promise<Saved>;
  /**
   * Saves every download that the block has neither saved nor read itself. With `wait`, those that are still coming too, as
   * long as the browser lets them.
   */
  saveRest(options: { readonly wait: boolean }): Promise<void>;
}

/** @param save keeps a file as a download of the attempt */
export function browserFiles<Saved>(options: {
  readonly save: (draft: FileDraft) => Promise<Saved>;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
}): BrowserFiles<Saved> {
  const { save, log, signal } = options;
  const seen = new Map<
    BrowserDownloads,
    { readonly before: ReadonlySet<string>; readonly own: BrowserDownloads }
  >();
  const taken = new Set<string>();
  /** Downloads by checksum, with the file that was saved of them; null when the block read the bytes itself. */
  const byChecksum = new Map<string, Promise<Saved> | null>();

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
          const checksum = checksumOf(downloads, id);
          if (checksum !== null && !byChecksum.has(checksum)) byChecksum.set(checksum, null);
          return downloads.open(id);
        },
      };
      seen.set(downloads, { before, own });
      return own;
    },
    saveOne,
    async saveRest({ wait }) {
      for (const [downloads, { own }] of seen) {
        for (const begun of own.list()) {
          if (taken.has(begun.id)) continue;
          const isComing = begun.status === 'started';
          await saveEnded(downloads, isComing && wait ? await end(downloads, begun) : begun);
        }
      }
    },
  };

  async function saveOne(
    downloads: BrowserDownloads,
    id: string,
    naming: { readonly suffix?: string | null } = {},
  ): Promise<Saved> {
    const checksum = checksumOf(downloads, id);
    const same = checksum === null ? undefined : byChecksum.get(checksum);
    taken.add(id);
    if (same) return same;
    const saving = Promise.resolve().then(() => save(downloadDraft(downloads, id, naming)));
    if (checksum === null) return saving;
    byChecksum.set(checksum, saving);
    saving.catch(() => byChecksum.delete(checksum));
    return saving;
  }

  /** Waits for the end of a download; one that is lost with its browser does not fail the block. */
  async function end(downloads: BrowserDownloads, begun: BrowserDownload): Promise<BrowserDownload> {
    try {
      return await downloads.finished(begun.id, { signal });
    } catch (error) {
      signal.throwIfAborted();
      const reason = errorMessage(error);
      return { ...begun, status: 'canceled', reason };
    }
  }

  async function saveEnded(downloads: BrowserDownloads, download: BrowserDownload): Promise<void> {
    const { id, filename, status, checksum, reason } = download;
    if (status === 'started') return;
    taken.add(id);
    if (status !== 'completed') {
      log.warn('a download did not become a file', { filename, reason: reason ?? status });
      return;
    }
    // A block that has read the same bytes has decided what becomes of them.
    if (checksum !== null && byChecksum.has(checksum)) return;
    await saveOne(downloads, id).catch((error: unknown) => {
      // Nobody asked for this file, so that the block does not fail because the run has too many.
      if (!RunwrightError.is(error) || error.code !== 'block_failed') throw error;
      log.warn('a download did not become a file', { filename, reason: error.message });
    });
  }
}

function checksumOf(downloads: BrowserDownloads, id: string): string | null {
  return downloads.list().find((one) => one.id === id)?.checksum ?? null;
}
