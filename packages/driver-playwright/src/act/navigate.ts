import type { PageAction } from '@runwright/contract';
import { reasonOf } from '../error.ts';
import { type Hands, refusal } from './hands.ts';
import { done, failed, type Outcome } from './outcome.ts';

/** Time until the first byte of a document. */
const answerMs = 30_000;

/** `goto_url`: an address or a link token; refused before it is asked for when the policy says so. */
export async function gotoUrl(
  hands: Hands,
  action: Extract<PageAction, { action_type: 'goto_url' }>,
): Promise<Outcome> {
  const token = /^\{?(L\d+)\}?$/.exec(action.url.trim());
  const address = token?.[1] ? hands.tab.reader.address(token[1]) : action.url.trim();
  if (address === undefined) return failed('stale_target', `\`${action.url}\` is no link of the page view.`);
  if (!URL.canParse(address)) {
    return failed(
      'navigation_failed',
      `\`${address.slice(0, 200)}\` is no address. Give one that begins with http:// or https://.`,
    );
  }
  const refused = await hands.egress.check(address, { signal: hands.signal }).then(() => null, refusal);
  if (refused) return refused;

  const since = hands.now();
  try {
    const response = await hands.page.goto(address, { waitUntil: 'commit', timeout: answerMs });
    return deniedOnTheWay(hands, since) ?? answered(response?.status() ?? 200, address);
  } catch (cause) {
    const denied = deniedOnTheWay(hands, since);
    if (denied) return denied;
    const reason = reasonOf(cause);
    if (/Download is starting|ERR_ABORTED/.test(reason)) {
      return done(`${address} is a download.`, { dispatch: 'navigation' });
    }
    if (hands.page.isClosed() || hands.tab.hasCrashed()) throw cause;
    return failed(
      'navigation_failed',
      `\`${address.slice(0, 200)}\` could not be loaded: ${reason.replace(/ at http.*$/, '')}.`,
      { dispatch: 'navigation' },
    );
  }
}

/** Redirects are followed by the browser; the proxy has refused the one that may not be followed. */
export function deniedOnTheWay(hands: Pick<Hands, 'proxy' | 'tab'>, since: number): Outcome | null {
  const sentence = hands.proxy.denialOf(hands.tab.activity.lastDocumentUrl(), since);
  return sentence === undefined ? null : failed('blocked_destination', sentence, { dispatch: 'navigation' });
}

/** Statuses from 590 on are our own proxy's, for servers that cannot be reached. */
function answered(status: number, address: string): Outcome {
  if (status >= 590 && status <= 599) {
    return failed('navigation_failed', `The server of \`${address.slice(0, 200)}\` could not be reached.`, {
      dispatch: 'navigation',
    });
  }
  const note = status >= 400 ? ` The server answered ${status}.` : '';
  return done(`Opened ${address.slice(0, 200)}.${note}`, { dispatch: 'navigation' });
}
