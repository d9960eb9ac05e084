import type { Page } from 'playwright-core';

/** Characters of messages and errors that the library keeps for a page before they are released. */
const maxKept = 2 ** 20;
/** What a message is besides its text. */
const messageSize = 1_000;

/**
 * Releases what a page writes to its console, and its uncaught errors. The library keeps the last 200 of both with their texts, and
 * the arguments of the last 100,000 messages, for later questions, which this driver does not ask.
 */
export function releaseMessages(page: Page): void {
  let kept = 0;
  const note = (length: number): void => {
    kept += length + messageSize;
    if (kept < maxKept) return;
    kept = 0;
    // A page that has closed keeps nothing.
    page.clearConsoleMessages().catch(() => undefined);
    page.clearPageErrors().catch(() => undefined);
  };
  page.on('console', (message) => {
    for (const argument of message.args()) argument.dispose().catch(() => undefined);
    note(message.text().length);
  });
  page.on('pageerror', ({ message, stack = message }) => note(stack.length));
}
