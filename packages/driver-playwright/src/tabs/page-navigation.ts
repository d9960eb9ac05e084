import { errorReason, type NavigationResult, type PageNavigation } from '@runwright/page-actions';
import type { Page, Response } from 'playwright-core';
import type { PageGuard } from './page-guard.ts';

type Failure = Extract<NavigationResult, { failure: string }>['failure'];

/** Error texts of the browser and of the library, by what they mean. */
const failures: readonly (readonly [RegExp, Failure])[] = [
  [/Download is starting/, 'download'],
  [/ERR_TOO_MANY_REDIRECTS/, 'redirects'],
  [/ERR_ABORTED/, 'aborted'],
  [/interrupted by another navigation/, 'interrupted'],
  [/Timeout \d+ms exceeded/, 'timeout'],
];

/** Creates the navigation of a page. */
export function pageNavigation(page: Page, guard: PageGuard): PageNavigation {
  const { isAwaitingResponse, stopLoading, loadedDocuments, requestedNavigations, openBlank } = guard;
  const options = (timeout: number) => ({ waitUntil: 'commit' as const, timeout });
  return {
    ...{ isAwaitingResponse, stopLoading, loadedDocuments, requestedNavigations, openBlank },
    goto: (url, timeoutMs) => resultOf(page.goto(url, options(timeoutMs))),
    goThroughHistory: (direction, timeoutMs) =>
      resultOf(direction === 'back' ? page.goBack(options(timeoutMs)) : page.goForward(options(timeoutMs))),
    reload: (timeoutMs) => resultOf(page.reload(options(timeoutMs))),
  };
}

async function resultOf(navigating: Promise<Response | null>): Promise<NavigationResult> {
  try {
    const response = await navigating;
    return { status: response?.status() ?? null };
  } catch (cause) {
    const text = errorReason(cause);
    const failure = failures.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
    return { failure, reason: text.replace(/ at (?:https?|chrome-error):.*$/, ''), cause };
  }
}
