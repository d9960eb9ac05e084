import type { PageAction } from '@runwright/contract';
import type { Tab, Tabs } from './tabs.ts';

/** Actions that lead on from a page that has crashed. */
const leadOn: ReadonlySet<PageAction['action_type']> = new Set([
  'reload_page',
  'goto_url',
  'new_tab',
  'switch_tab',
  'close_page',
]);

/**
 * Replaces the active page when it has crashed and the action leads to another one; returns
 * the action as it is then.
 */
export async function replaceCrashedTab(tabs: Tabs, action: PageAction): Promise<PageAction> {
  const tab = await tabs.active();
  if (!tab.hasCrashed() || !leadOn.has(action.action_type)) return action;
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
