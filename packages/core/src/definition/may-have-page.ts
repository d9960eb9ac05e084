import type { RunScope } from '../run/run-scope.ts';

/** Whether a page can be read without opening a browser for it. */
export function mayHavePage({ browser, run }: Pick<RunScope, 'browser' | 'run'>): boolean {
  return browser.isOpen || run.settings.browserSessionId !== null || run.settings.browserAddress !== null;
}
