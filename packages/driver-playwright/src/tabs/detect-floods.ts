import type { Page } from 'playwright-core';

/** Kinds of events that a page can emit so often that its browser and this process do nothing else. */
type Kind = 'console messages' | 'characters of console messages' | 'navigations' | 'workers';

/** Within one window of time; no page that means well comes near these. */
const maxNumbers: Readonly<Record<Kind, number>> = {
  'console messages': 5_000,
  'characters of console messages': 100_000_000,
  navigations: 1_000,
  workers: 200,
};
const windowMs = 4_000;

/**
 * Counts what the protocol reports of a page, and calls back once when one kind of it comes in a flood, with a sentence. An error that
 * nobody caught counts as a message of the console.
 *
 * @param now milliseconds that never go back
 */
export function detectFloods(page: Page, now: () => number, onFlood: (sentence: string) => void): void {
  const counts = new Map<Kind, number>();
  let since = now();
  let isTold = false;
  const count = (kind: Kind, amount = 1): void => {
    if (isTold) return;
    if (now() - since > windowMs) {
      counts.clear();
      since = now();
    }
    const number = (counts.get(kind) ?? 0) + amount;
    counts.set(kind, number);
    if (number <= maxNumbers[kind]) return;
    isTold = true;
    onFlood(
      `made more than ${maxNumbers[kind].toLocaleString('en')} ${kind} in ${windowMs / 1_000} s and was ended`,
    );
  };
  const countMessage = (text: string): void => {
    count('console messages');
    count('characters of console messages', text.length);
  };
  page.on('console', (message) => countMessage(message.text()));
  page.on('pageerror', ({ message, stack = message }) => countMessage(stack));
  page.on('framenavigated', () => count('navigations'));
  page.on('worker', () => count('workers'));
}
