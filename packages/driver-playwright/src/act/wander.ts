import { activityOrTime } from '../settle.ts';
import type { Hands } from './hands.ts';
import { failed, type Outcome } from './outcome.ts';

/** A page that has gone through more documents than this during one action never comes to rest. */
const mostDocuments = 15;
const blankMs = 5_000;

/** A server may take so long to answer, from the beginning of the action. */
const answerMs = 30_000;

/**
 * Waits for the answer of a server that takes longer than the page was waited for, since nobody can read a page meanwhile,
 * and gives it up in the end; null when there is one, or nothing was asked for.
 */
export async function endWaiting(hands: Hands, startedAt: number): Promise<Outcome | null> {
  const { tab, signal, now } = hands;
  const until = startedAt + answerMs;
  while (tab.guard.isWaiting() && !hands.page.isClosed() && !signal.aborted) {
    if (now() >= until) {
      const address = tab.activity.lastDocumentUrl().slice(0, 200);
      await tab.guard.stopLoading();
      return failed(
        'navigation_failed',
        `\`${address}\` was asked for, and its server did not answer in ${answerMs / 1_000} s.`,
        { dispatch: 'navigation' },
      );
    }
    await activityOrTime(tab.activity, until - now(), signal);
  }
  return null;
}

/** Leaves a page that sends the browser on without end; null for every other one. */
export async function stopWandering(hands: Hands, documentsBefore: number): Promise<Outcome | null> {
  const { tab, page } = hands;
  if (page.isClosed() || tab.activity.documents() - documentsBefore <= mostDocuments) return null;
  const url = page.url();
  await page.goto('about:blank', { timeout: blankMs }).catch(() => undefined);
  return failed(
    'navigation_failed',
    `The page at \`${url.slice(0, 200)}\` sends the browser on without end, so it was left.`,
    { dispatch: 'navigation' },
  );
}
