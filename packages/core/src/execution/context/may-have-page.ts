import type { RunScope } from './run-scope.ts';

/** Returns whether a page can be read without opening a browser for it. */
export function mayHavePage({ browser, run }: Pick<RunScope, 'browser' | 'run'>): boolean {
  const { browserSessionId, browserAddress } = run.settings;
  return browser.isOpen || browser.hasSavedTabs || browserSessionId !== null || browserAddress !== null;
}
