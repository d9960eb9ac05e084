import type { PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import type { Executors } from '../executor.ts';
import type { NavigationResult } from '../port.ts';
import { refusal } from '../targets/target.ts';

/** Time in ms until the first byte of a document. */
const responseMs = 30_000;

/** Actions that load a document in the active tab. */
export const navigationActions: Executors<'goto_url' | 'go_back' | 'go_forward' | 'reload_page'> = {
  goto_url: gotoUrl,
  go_back: (context) => goThroughHistory(context, 'back'),
  go_forward: (context) => goThroughHistory(context, 'forward'),
  reload_page: reload,
};

/** `goto_url`: an address or a link token; refused before it is asked for when the policy says so. */
export async function gotoUrl(
  context: ActionContext,
  action: PageActionOf<'goto_url'>,
): Promise<ActionOutcome> {
  const address = addressOf(context, action.url);
  if (typeof address !== 'string') return address;
  const refused = await context.egress.check(address, { signal: context.signal }).then(() => null, refusal);
  if (refused) return refused;

  return navigate(context, address, () => context.tab.navigation.goto(address, responseMs));
}

/** `go_back`, `go_forward`: one step in the history. */
async function goThroughHistory(
  context: ActionContext,
  direction: 'back' | 'forward',
): Promise<ActionOutcome> {
  const { tab } = context;
  const before = tab.activity.documents();
  const from = tab.url();
  let isThere = true;
  const outcome = await navigate(context, `the page one step ${direction}`, async () => {
    const result = await tab.navigation.goThroughHistory(direction, responseMs);
    // Without a response it may have been a step inside the document, or none at all.
    const isUnchanged = tab.url() === from && tab.activity.documents() === before;
    isThere = 'failure' in result || result.status !== null || !isUnchanged;
    return result;
  });
  if (isThere) return outcome;
  return failed('navigation_failed', `There is no page to go ${direction} to.`);
}

/** `reload_page`. */
function reload(context: ActionContext): Promise<ActionOutcome> {
  const { tab } = context;
  return navigate(context, tab.url(), () => tab.navigation.reload(responseMs));
}

/** The address that an action names, or the outcome that says why it is none. */
export function addressOf(context: Pick<ActionContext, 'tab'>, url: string): string | ActionOutcome {
  const token = /^\{?(L\d+)\}?$/.exec(url.trim());
  const address = token?.[1] ? context.tab.reader.address(token[1]) : url.trim();
  if (address === undefined) return failed('stale_target', `\`${url}\` is no link of the page view.`);
  if (URL.canParse(address)) return address;
  return failed(
    'navigation_failed',
    `\`${address.slice(0, 200)}\` is no address. Give one that begins with http:// or https://.`,
  );
}

async function navigate(
  context: ActionContext,
  address: string,
  go: () => Promise<NavigationResult>,
): Promise<ActionOutcome> {
  const { tab, tabs } = context;
  const since = context.now();
  const known = tabs.downloads.count();
  const from = tab.url();
  await tab.dialogs.muteBeforeLeaving();
  const result = await go();
  const denied = deniedNavigation(context, since);
  if (denied) return denied;
  if (!('failure' in result)) return describeResponse(result.status ?? 200, address);
  if (result.failure === 'download' || tabs.downloads.count() > known) {
    return done(`${address} is a download.`, { dispatch: 'navigation' });
  }
  const isElsewhere = tab.activity.isNavigating() || tab.url() !== from;
  if (result.failure === 'aborted' && !isElsewhere) {
    return done(`The server of ${address} has nothing to show; the page stays.`, {
      dispatch: 'navigation',
    });
  }
  if (tab.isClosed() || tab.hasCrashed()) throw result.cause;
  return failed(
    'navigation_failed',
    `Cannot load \`${address.slice(0, 200)}\`: ${describeFailure(result)}.`,
    { dispatch: 'navigation' },
  );
}

function describeFailure({ failure, reason }: Extract<NavigationResult, { failure: string }>): string {
  switch (failure) {
    case 'redirects':
      return 'the server redirects without end';
    case 'aborted':
    case 'interrupted':
      return 'the page that is open goes to another address instead';
    case 'timeout':
      return `no response in ${responseMs / 1_000} s`;
    default:
      return reason;
  }
}

/** Redirects are followed by the browser; the proxy has refused the one that may not be followed. */
export function deniedNavigation(
  context: Pick<ActionContext, 'denials' | 'tab'>,
  since: number,
): ActionOutcome | null {
  const denial = context.denials.denialOf(context.tab.activity.lastDocumentUrl(), since);
  if (denial === undefined) return null;
  return denial.isUnresolved
    ? failed('navigation_failed', denial.message, { dispatch: 'navigation' })
    : failed('blocked_destination', denial.message, { dispatch: 'navigation' });
}

/** Status of our own proxy for an upstream proxy that did not take the credentials. */
const refusedByUpstream = 597;

/** Statuses from 590 on are our own proxy's, for servers that cannot be reached. */
function describeResponse(status: number, address: string): ActionOutcome {
  if (status === refusedByUpstream) {
    return failed(
      'navigation_failed',
      'The proxy of this location refused the user name or the password that the service has for it. Who runs the service has to correct them.',
      { dispatch: 'navigation' },
    );
  }
  if (status >= 590 && status <= 599) {
    return failed('navigation_failed', `The server of \`${address.slice(0, 200)}\` could not be reached.`, {
      dispatch: 'navigation',
    });
  }
  const opened = `Opened ${address.slice(0, 200)}.`;
  if (status < 400) return done(opened, { dispatch: 'navigation' });
  return done(`${opened} The server answered ${status}.`, { dispatch: 'navigation', httpStatus: status });
}
