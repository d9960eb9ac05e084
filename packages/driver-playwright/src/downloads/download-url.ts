import { type DownloadRequest, type DownloadStart, errorReason } from '@runwright/page-actions';
import type { BrowserContext, Page } from 'playwright-core';
import { interceptResponses } from '../network/intercept-responses.ts';
import type { Downloads, SessionDownloads } from './downloads.ts';

/** Through what a file is asked for. */
export interface DownloadUrlDeps {
  readonly context: BrowserContext;
  readonly hiddenPage: () => Promise<Page>;
  readonly downloads: SessionDownloads;
  readonly noteResponse: Downloads['noteResponse'];
}

/** Time until the server has begun to answer. */
const answerMs = 15_000;

/**
 * Downloads an address by the browser: with its cookies, through its proxy, after redirects, whatever the server
 * says about showing it. The page for it is no tab of the session.
 */
export async function downloadUrl(
  { context, hiddenPage, downloads, noteResponse }: DownloadUrlDeps,
  { url, referrer, name, signal }: DownloadRequest,
): Promise<DownloadStart> {
  const page = await hiddenPage();
  const close = (): void => void page.close().catch(() => undefined);
  signal.addEventListener('abort', close, { once: true });
  try {
    const begun = Promise.withResolvers<string>();
    page.on('download', (download) =>
      begun.resolve(downloads.add(download, name(download.suggestedFilename()))),
    );
    const refusal = await downloadResponses(context, page, noteResponse);
    const options = { waitUntil: 'commit' as const, timeout: answerMs };
    const isWeb = /^https?:/.test(referrer);
    const left = await page
      .goto(url, isWeb ? { ...options, referer: referrer } : options)
      .then(() => 'it was shown and not downloaded', errorReason);
    const status = refusal();
    if (status !== null) return { failure: `the server answered ${status}` };
    if (!/Download is starting|ERR_ABORTED/.test(left)) return { failure: left.replace(/ at http.*$/, '') };
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), answerMs);
    const id = await Promise.race([begun.promise, late.promise]);
    clearTimeout(timer);
    return id === null ? { failure: 'the browser did not begin a download' } : { id };
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/** Turns responses of the page into downloads; the returned function returns the status of a server that refused. */
async function downloadResponses(
  context: BrowserContext,
  page: Page,
  noteResponse: DownloadUrlDeps['noteResponse'],
): Promise<() => number | null> {
  let refused: number | null = null;
  const session = await context.newCDPSession(page);
  const patterns = [
    { urlPattern: '*', requestStage: 'Request' as const },
    { urlPattern: '*', requestStage: 'Response' as const },
  ];
  await interceptResponses(session, patterns, ({ url, status, contentType }) => {
    if (status >= 300 && status < 400) return 'pass';
    if (status >= 400) {
      refused = status;
      return 'refuse';
    }
    noteResponse({ url, contentType, isEmbedded: false });
    return 'download';
  });
  return () => refused;
}
