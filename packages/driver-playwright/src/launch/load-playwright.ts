import { createRequire } from 'node:module';

/** The exports of `playwright-core`. */
type Playwright = typeof import('playwright-core');

/**
 * Loads the library when it is first needed. It brings a network client of its own, which would become what the host's
 * `fetch` goes through if it came before Node's; so Node's is looked at first.
 */
export function loadPlaywright(): Playwright {
  void globalThis.Response;
  const library: Playwright = createRequire(import.meta.url)('playwright-core');
  return library;
}
