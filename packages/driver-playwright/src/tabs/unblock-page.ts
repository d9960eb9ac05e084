import { withTimeout } from '../common/with-timeout.ts';
import type { Tab } from './tabs.ts';

/** A script that has run for longer than this does not come to an end by itself. */
const freeMs = 5_000;
const dialogMs = 2_000;

/** Ends a script that blocks the page, so that a screenshot or a copy can be taken. */
export async function unblockPage({ guard, dialogs }: Pick<Tab, 'guard' | 'dialogs'>): Promise<void> {
  if (guard.isAwaitingResponse()) return;
  await withTimeout(dialogMs, dialogs.waitUntilAnswered(), undefined);
  if (!(await guard.isResponsive(freeMs))) await guard.interrupt();
}
