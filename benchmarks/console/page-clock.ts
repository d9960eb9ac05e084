import type { Page } from 'playwright-core';

/**
 * Notes in each document of a page when somebody clicks, and when the first line of a timeline is painted: in the page's own
 * time, without what the remote control of the browser takes.
 */
export async function installClock(page: Page): Promise<void> {
  await page.addInitScript(`
    addEventListener('click', (event) => { window.clickedAt = event.timeStamp; }, true);
    window.firstLineAt = new Promise((resolve) => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector('[role="treeitem"]')) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now()));
      }).observe(document, { childList: true, subtree: true });
    });
  `);
}

/** Resolves with when the first line of the timeline was painted, in ms since the last click or, without one, since the document was asked for. */
export async function firstLineTime(page: Page): Promise<number> {
  return page.evaluate<number>('window.firstLineAt.then((at) => at - (window.clickedAt ?? 0))');
}
