import { createHash } from 'node:crypto';
import {
  type BrowserDownload,
  type BrowserDownloads,
  type PageEvent,
  RunwrightError,
} from '@runwright/contract';

/** A file that a fake page brings. */
export interface FakeDownload {
  readonly filename: string;
  readonly content: string;
  /** Default: the address of the page. */
  readonly url?: string;
  readonly contentType?: string;
  /** Default: it completes. `late`: it never comes, so that whoever waits for it sees it fail. */
  readonly outcome?: 'completed' | 'failed' | 'late';
  /** A PDF that the page shows inside itself. Default: false. */
  readonly isEmbedded?: boolean;
}

/** The downloads of a fake session. */
export interface FakeDownloads extends BrowserDownloads {
  /** Takes a file in and answers the event that tells of it. */
  bring(file: FakeDownload, pageUrl: string): PageEvent;
}

export function fakeDownloads(): FakeDownloads {
  const taken: { entry: BrowserDownload; readonly bytes: Uint8Array }[] = [];
  const known = (id: string) => {
    const found = taken.find(({ entry }) => entry.id === id);
    if (!found) throw new RunwrightError('not_found', `The fake browser has no download \`${id}\`.`);
    return found;
  };
  return {
    list: () => taken.map(({ entry }) => entry),
    async finished(id, { signal }) {
      const found = known(id);
      if (signal.aborted) throw new RunwrightError('canceled', 'Waiting for a download was canceled.');
      if (found.entry.status === 'started') {
        found.entry = { ...found.entry, status: 'failed', reason: 'It took too long.', isLate: true };
      }
      return found.entry;
    },
    async *open(id) {
      yield known(id).bytes;
    },
    bring({ filename, content, url, contentType, outcome = 'completed', isEmbedded = false }, pageUrl) {
      const bytes = Buffer.from(content);
      const isWhole = outcome === 'completed';
      const status = outcome === 'late' ? 'started' : outcome;
      const entry: BrowserDownload = {
        id: `d${taken.length + 1}`,
        filename,
        url: url ?? pageUrl,
        status,
        size: isWhole ? bytes.length : 0,
        contentType: contentType ?? null,
        checksum: isWhole ? `sha256:${createHash('sha256').update(bytes).digest('hex')}` : null,
        reason: outcome === 'failed' ? 'The connection broke off.' : null,
        isLate: false,
        ...(isEmbedded ? { isEmbedded } : {}),
      };
      taken.push({ entry, bytes });
      const { id, reason } = entry;
      return {
        type: 'download',
        id,
        filename,
        url: entry.url,
        status,
        ...(reason === null ? {} : { reason }),
      };
    },
  };
}
