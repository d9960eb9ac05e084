import type { ActionContext } from '../action-context.ts';
import { failed, type Outcome } from '../outcome.ts';
import type { ActionTab } from '../port.ts';
import { waitForActivity } from '../settle/settle.ts';

/** A page that has gone through more documents than this during one action never comes to rest. */
const mostDocuments = 15;
/** The same for addresses that its scripts ask for, whether or not a document came of it. */
const mostRequested = 200;

/** A server may take so long to answer, from the beginning of the action. */
const answerMs = 30_000;

/**
 * Waits for the answer of a server that takes longer than the page was waited for, since nobody can read a page meanwhile,
 * and gives it up in the end; null when there is one, or nothing was asked for.
 */
export async function awaitResponse(context: ActionContext, startedAt: number): Promise<Outcome | null> {
  const { tab, signal, now } = context;
  const until = startedAt + answerMs;
  while (tab.navigation.isAwaitingResponse() && !context.tab.isClosed() && !signal.aborted) {
    if (now() >= until) {
      const address = tab.activity.lastDocumentUrl().slice(0, 200);
      await tab.navigation.stopLoading();
      return failed(
        'navigation_failed',
        `\`${address}\` was asked for, and its server did not answer in ${answerMs / 1_000} s.`,
        { dispatch: 'navigation' },
      );
    }
    await waitForActivity(tab.activity, until - now(), signal);
  }
  return null;
}

/** How far a tab had come when an action began. */
export interface NavigationCounts {
  readonly documents: number;
  readonly requested: number;
}

/** Counts the navigations of a tab so far. */
export function countNavigations({ activity, navigation }: ActionTab): NavigationCounts {
  return { documents: activity.documents(), requested: navigation.requestedNavigations() };
}

/** Leaves a page that sends the browser on without end; null for every other one. */
export async function abortRedirectLoop(
  context: ActionContext,
  before: NavigationCounts,
): Promise<Outcome | null> {
  const { tab } = context;
  if (tab.isClosed()) return null;
  const { documents, requested } = countNavigations(tab);
  if (documents - before.documents <= mostDocuments && requested - before.requested <= mostRequested)
    return null;
  const url = tab.url();
  await tab.navigation.openBlank();
  return failed(
    'navigation_failed',
    `The page at \`${url.slice(0, 200)}\` sends the browser on without end, so it was left.`,
    { dispatch: 'navigation' },
  );
}
