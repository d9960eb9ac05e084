import { downloadName, type PageAction } from '@runwright/contract';
import { findDownloadUrl, startDownload } from '../in-page/download-link.ts';
import { type ActionContext, isTarget, refusal, type Target, resolveTarget } from './hands.ts';
import { addressOf } from './navigate.ts';
import { done, failed, type Outcome } from './outcome.ts';
import { press } from './press.ts';

type DownloadFile = Extract<PageAction, { action_type: 'download_file' }>;

/** `download_file`: an address or what an element leads to, asked for by the browser itself. */
export async function downloadFile(hands: ActionContext, action: DownloadFile): Promise<Outcome> {
  const name = (suggested: string): string => downloadName(suggested, action.suffix ?? null);
  if (action.url !== undefined) {
    const address = addressOf(hands, action.url);
    if (typeof address !== 'string') return address;
    return fetchAddress(hands, address, name);
  }
  if (action.id === undefined) return failed('unsupported', 'A download needs a `url` or an `id`.');
  const target = await resolveTarget(hands, action.id);
  if (!isTarget(target)) return target;
  const address = await target.call(findDownloadUrl);
  const outcome =
    address !== null && /^https?:/.test(address)
      ? await fetchAddress(hands, address, name)
      : await downloadByPressing(hands, target);
  return { ...outcome, target: target.about };
}

/** Waits for the file that an action was to bring: until its first byte is there. */
export async function awaitDownload(hands: ActionContext, known: number, outcome: Outcome): Promise<Outcome> {
  if (outcome.status === 'failed') return outcome;
  const download = await hands.tabs.downloads.waitForFirstByte(known, hands.signal);
  if (!download) {
    if (hands.tab.guard.isAwaitingResponse()) await hands.tab.guard.stopLoading();
    return {
      ...outcome,
      ...failed('no_download', `${outcome.message} A file was expected, and none began to come.`),
    };
  }
  const { filename, status, reason } = download;
  if (status === 'failed' || status === 'canceled') {
    return { ...outcome, ...failed('download_failed', `The download of \`${filename}\` failed: ${reason}`) };
  }
  return {
    ...outcome,
    status: 'ok',
    needsEffect: false,
    message: `${outcome.message} \`${filename}\` is coming.`,
  };
}

async function fetchAddress(
  hands: ActionContext,
  address: string,
  name: (suggested: string) => string,
): Promise<Outcome> {
  const { downloads } = hands.tabs;
  const known = downloads.count();
  if (/^(blob|data):/.test(address)) {
    // What only the page has is saved by the page.
    const frame = await hands.tab.channel.main(hands.limits);
    const root = await frame.evaluate('document.documentElement', hands.limits);
    await frame.call(root, `function (url) { (${startDownload})(this, url); }`, [address], hands.limits);
    return awaitDownload(hands, known, done('The page was told to save it.', { dispatch: 'none' }));
  }
  const refused = await hands.egress.check(address, { signal: hands.signal }).then(() => null, refusal);
  if (refused) return refused;
  const referrer = hands.page.url();
  const fetched = await hands.tabs.downloadUrl({ url: address, referrer, name, signal: hands.signal });
  if ('failure' in fetched) {
    return failed(
      'download_failed',
      `\`${address.slice(0, 200)}\` could not be downloaded: ${fetched.failure}.`,
    );
  }
  return awaitDownload(hands, known, done('Downloading.', { dispatch: 'none' }));
}

async function downloadByPressing(hands: ActionContext, target: Target): Promise<Outcome> {
  const known = hands.tabs.downloads.count();
  return awaitDownload(hands, known, await press(hands, target));
}
