import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, failed } from '../action-outcome.ts';
import type { ActionTab } from '../port.ts';
import { waitForActivity } from '../settle/settle.ts';

/** Most documents that a page may load during one action. */
const mostDocuments = 15;
/** Most navigations that its scripts may request during one action, whether or not they load a document. */
const mostRequested = 200;

/** Time in ms for a response, from the beginning of the action. */
const responseMs = 30_000;

/**
 * Waits for a server that responds late, since the page cannot be read meanwhile,
 * and gives it up in the end; null when there is one, or nothing was asked for.
 */
export async function awaitResponse(
  context: ActionContext,
  startedAt: number,
): Promise<ActionOutcome | null> {
  const { tab, signal, now } = context;
  const until = startedAt + responseMs;
  while (tab.navigation.isAwaitingResponse() && !context.tab.isClosed() && !signal.aborted) {
    if (now() >= until) {
      const address = tab.activity.lastDocumentUrl().slice(0, 200);
      await tab.navigation.stopLoading();
      return failed(
        'navigation_failed',
        `Cannot load \`${address}\`: the server did not respond in ${responseMs / 1_000} s.`,
        { dispatch: 'navigation' },
      );
    }
    await waitForActivity(tab.activity, until - now(), signal);
  }
  return null;
}

/** Numbers of navigations of a tab at the beginning of an action. */
export interface NavigationCounts {
  readonly documents: number;
  readonly requested: number;
}

/**
 * Counts the navigations of a tab so far. Entries of the history within a document do not count: many pages write what is typed
 * into their address with every key.
 */
export function countNavigations({ navigation }: ActionTab): NavigationCounts {
  return { documents: navigation.loadedDocuments(), requested: navigation.requestedNavigations() };
}

/** Opens a blank page when the page redirects without end; null for every other page. */
export async function abortRedirectLoop(
  context: ActionContext,
  before: NavigationCounts,
): Promise<ActionOutcome | null> {
  const { tab } = context;
  if (tab.isClosed()) return null;
  const { documents, requested } = countNavigations(tab);
  if (documents - before.documents <= mostDocuments && requested - before.requested <= mostRequested)
    return null;
  const url = tab.url();
  await tab.navigation.openBlank();
  return failed(
    'navigation_failed',
    `The page at \`${url.slice(0, 200)}\` redirects without end, so it was left.`,
    { dispatch: 'navigation' },
  );
}
