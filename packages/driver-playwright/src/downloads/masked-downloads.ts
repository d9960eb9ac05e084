import type { BrowserDownloads } from '@runwright/contract';
import type { Secrets } from '../common/secrets.ts';

/** Returns downloads with secrets masked, whose waits end when the browser is gone. */
export function maskedDownloads(
  downloads: BrowserDownloads,
  { maskAll }: Pick<Secrets, 'maskAll'>,
  gone: AbortSignal,
): BrowserDownloads {
  return {
    list: () => maskAll(downloads.list()),
    async finished(id, options) {
      const signal = AbortSignal.any([options.signal, gone]);
      try {
        return maskAll(await downloads.finished(id, { ...options, signal }));
      } catch (cause) {
        if (gone.aborted && !options.signal.aborted) throw gone.reason;
        throw cause;
      }
    },
    open: (id) => downloads.open(id),
  };
}
