import { downloadName, type PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { findDownloadUrl, startDownload } from '../in-page/download-link.ts';
import { addressOf } from '../navigation/navigate.ts';
import { press } from '../pointer/press.ts';
import { isTarget, refusal, resolveTarget, type Target } from '../targets/target.ts';

type DownloadFile = PageActionOf<'download_file'>;

/** `download_file`: an address or what an element leads to, asked for by the browser itself. */
export async function downloadFile(context: ActionContext, action: DownloadFile): Promise<ActionOutcome> {
  const name = (suggested: string): string => downloadName(suggested, action.suffix ?? null);
  if (action.url !== undefined) {
    const address = addressOf(context, action.url);
    if (typeof address !== 'string') return address;
    return fetchAddress(context, address, name);
  }
  if (action.id === undefined) return failed('unsupported', 'A download needs a `url` or an `id`.');
  const target = await resolveTarget(context, action.id);
  if (!isTarget(target)) return target;
  const address = await target.call(findDownloadUrl);
  const outcome =
    address !== null && /^https?:/.test(address)
      ? await fetchAddress(context, address, name)
      : await downloadByPressing(context, target);
  return { ...outcome, target: target.about };
}

/** Waits for the file that an action was to bring: until its first byte is there. */
export async function awaitDownload(
  context: ActionContext,
  known: number,
  outcome: ActionOutcome,
): Promise<ActionOutcome> {
  if (outcome.status === 'failed') return outcome;
  const download = await context.tabs.downloads.waitForFirstByte(known, context.signal);
  if (!download) {
    if (context.tab.navigation.isAwaitingResponse()) await context.tab.navigation.stopLoading();
    return {
      ...outcome,
      ...failed('no_download', `${outcome.message} A file was expected, and no download began.`),
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
    message: `${outcome.message} \`${filename}\` is downloading.`,
  };
}

async function fetchAddress(
  context: ActionContext,
  address: string,
  name: (suggested: string) => string,
): Promise<ActionOutcome> {
  const { downloads } = context.tabs;
  const known = downloads.count();
  if (/^(blob|data):/.test(address)) {
    // What only the page has is saved by the page.
    const frame = await context.tab.channel.main(context.limits);
    const root = await frame.evaluate('document.documentElement', context.limits);
    await frame.call(root, `function (url) { (${startDownload})(this, url); }`, [address], context.limits);
    return awaitDownload(context, known, done('The page saves it.', { dispatch: 'none' }));
  }
  const refused = await context.egress.check(address, { signal: context.signal }).then(() => null, refusal);
  if (refused) return refused;
  const referrer = context.tab.url();
  const fetched = await context.tabs.downloadUrl({ url: address, referrer, name, signal: context.signal });
  if ('failure' in fetched) {
    return failed(
      'download_failed',
      `\`${address.slice(0, 200)}\` could not be downloaded: ${fetched.failure}.`,
    );
  }
  return awaitDownload(context, known, done('Downloading.', { dispatch: 'none' }));
}

async function downloadByPressing(context: ActionContext, target: Target): Promise<ActionOutcome> {
  const known = context.tabs.downloads.count();
  return awaitDownload(context, known, await press(context, target));
}
