import type { BrowserDownloads } from '@runwright/contract';
import type { Secrets } from './secrets.ts';

/** The downloads as they are handed out: no name or address holds a secret that was typed. */
export function maskedDownloads(
  downloads: BrowserDownloads,
  { maskAll }: Pick<Secrets, 'maskAll'>,
): BrowserDownloads {
  return {
    list: () => maskAll(downloads.list()),
    finished: async (id, options) => maskAll(await downloads.finished(id, options)),
    open: (id) => downloads.open(id),
  };
}
