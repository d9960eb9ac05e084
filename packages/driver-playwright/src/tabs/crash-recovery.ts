import { type PageAction, pageActions } from '@runwright/contract';
import type { Tab, Tabs } from './tabs.ts';

/**
 * Replaces the active page when it has crashed and the action leaves it; returns
 * the action as it is then.
 */
export async function replaceCrashedTab(tabs: Tabs, action: PageAction): Promise<PageAction> {
  const tab = await tabs.active();
  if (!tab.hasCrashed() || !pageActions[action.action_type].leavesPage) return action;
  const url = tab.page.url();
  await tabs.replaceCrashed(tab);
  return action.action_type === 'reload_page' ? { action_type: 'goto_url', url } : action;
}

/** Runs `work` on a tab until it ends or the page crashes; then the error that tells it is thrown. */
export async function withCrash<Result>(
  tab: Tab,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { crashed } = tab;
  crashed.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(crashed.reason);
  crashed.addEventListener('abort', stop, { once: true });
  try {
    const working = work(AbortSignal.any([signal, crashed]));
    working.catch(() => undefined);
    return await Promise.race([working, promise]);
  } finally {
    crashed.removeEventListener('abort', stop);
    promise.catch(() => undefined);
  }
}
