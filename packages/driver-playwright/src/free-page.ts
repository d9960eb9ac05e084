import type { Tab } from './tabs.ts';
import { within } from './within.ts';

/** A script that has run for longer than this does not come to an end by itself. */
const freeMs = 5_000;
const dialogMs = 2_000;

/** Ends a script that keeps the page from responding, so that the page can be pictured and copied. */
export async function freePage({ guard, dialogs }: Pick<Tab, 'guard' | 'dialogs'>): Promise<void> {
  if (guard.isWaiting()) return;
  await within(dialogMs, dialogs.answered(), undefined);
  if (!(await guard.isFree(freeMs))) await guard.interrupt();
}
