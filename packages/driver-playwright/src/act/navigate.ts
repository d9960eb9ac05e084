import type { PageAction } from '@runwright/contract';
import type { Response } from 'playwright-core';
import { reasonOf } from '../common/error.ts';
import { type ActionContext, refusal } from './hands.ts';
import { done, failed, type Outcome } from './outcome.ts';

/** Time until the first byte of a document. */
const answerMs = 30_000;

/** `goto_url`: an address or a link token; refused before it is asked for when the policy says so. */
export async function gotoUrl(
  hands: ActionContext,
  action: Extract<PageAction, { action_type: 'goto_url' }>,
): Promise<Outcome> {
  const address = addressOf(hands, action.url);
  if (typeof address !== 'string') return address;
  const refused = await hands.egress.check(address, { signal: hands.signal }).then(() => null, refusal);
  if (refused) return refused;

  return navigate(hands, address, () => hands.page.goto(address, { waitUntil: 'commit', timeout: answerMs }));
}

/** `go_back`, `go_forward`: one step in the history. */
export async function goThroughHistory(hands: ActionContext, direction: 'back' | 'forward'): Promise<Outcome> {
  const before = hands.tab.activity.documents();
  const from = hands.page.url();
  const options = { waitUntil: 'commit', timeout: answerMs } as const;
  let isThere = true;
  const outcome = await navigate(hands, `the page one step ${direction}`, async () => {
    const response = await (direction === 'back'
      ? hands.page.goBack(options)
      : hands.page.goForward(options));
    // Without a response it may have been a step inside the document, or none at all.
    isThere = response !== null || hands.page.url() !== from || hands.tab.activity.documents() !== before;
    return response;
  });
  if (isThere) return outcome;
  return failed('navigation_failed', `There is no page to go ${direction} to.`);
}

/** `reload_page`. */
export function reload(hands: ActionContext): Promise<Outcome> {
  const address = hands.page.url();
  return navigate(hands, address, () => hands.page.reload({ waitUntil: 'commit', timeout: answerMs }));
}

/** The address that an action names, or the outcome that says why it is none. */
export function addressOf(hands: Pick<ActionContext, 'tab'>, url: string): string | Outcome {
  const token = /^\{?(L\d+)\}?$/.exec(url.trim());
  const address = token?.[1] ? hands.tab.reader.address(token[1]) : url.trim();
  if (address === undefined) return failed('stale_target', `\`${url}\` is no link of the page view.`);
  if (URL.canParse(address)) return address;
  return failed(
    'navigation_failed',
    `\`${address.slice(0, 200)}\` is no address. Give one that begins with http:// or https://.`,
  );
}

async function navigate(hands: ActionContext, address: string, go: () => Promise<Response | null>): Promise<Outcome> {
  const since = hands.now();
  const known = hands.tabs.downloads.count();
  const from = hands.page.url();
  await hands.tab.dialogs.muteBeforeLeaving();
  try {
    const response = await go();
    return deniedNavigation(hands, since) ?? describeResponse(response?.status() ?? 200, address);
  } catch (cause) {
    const denied = deniedNavigation(hands, since);
    if (denied) return denied;
    const reason = reasonOf(cause);
    if (/Download is starting/.test(reason) || hands.tabs.downloads.count() > known) {
      return done(`${address} is a download.`, { dispatch: 'navigation' });
    }
    const isElsewhere = hands.tab.activity.isNavigating() || hands.page.url() !== from;
    if (/ERR_ABORTED/.test(reason) && !isElsewhere) {
      return done(`The server of ${address} has nothing to show; the page stays.`, {
        dispatch: 'navigation',
      });
    }
    if (hands.page.isClosed() || hands.tab.hasCrashed()) throw cause;
    return failed(
      'navigation_failed',
      `\`${address.slice(0, 200)}\` could not be loaded: ${sentenceOf(reason)}.`,
      { dispatch: 'navigation' },
    );
  }
}

/** What the browser's own names for a failure mean. */
function sentenceOf(reason: string): string {
  if (/ERR_TOO_MANY_REDIRECTS/.test(reason)) return 'the server redirects without end';
  if (/interrupted by another navigation|ERR_ABORTED/.test(reason))
    return 'the page that is open goes elsewhere instead';
  if (/Timeout \d+ms exceeded/.test(reason)) return `nothing came of it in ${answerMs / 1_000} s`;
  return reason.replace(/ at (?:https?|chrome-error):.*$/, '');
}

/** Redirects are followed by the browser; the proxy has refused the one that may not be followed. */
export function deniedNavigation(hands: Pick<ActionContext, 'proxy' | 'tab'>, since: number): Outcome | null {
  const sentence = hands.proxy.denialReason(hands.tab.activity.lastDocumentUrl(), since);
  return sentence === undefined ? null : failed('blocked_destination', sentence, { dispatch: 'navigation' });
}

/** Statuses from 590 on are our own proxy's, for servers that cannot be reached. */
function describeResponse(status: number, address: string): Outcome {
  if (status >= 590 && status <= 599) {
    return failed('navigation_failed', `The server of \`${address.slice(0, 200)}\` could not be reached.`, {
      dispatch: 'navigation',
    });
  }
  const note = status >= 400 ? ` The server answered ${status}.` : '';
  return done(`Opened ${address.slice(0, 200)}.${note}`, { dispatch: 'navigation' });
}
