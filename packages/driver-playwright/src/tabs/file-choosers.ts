import type { PageEvent } from '@runwright/contract';
import type { PageFileChooser, PageFileChoosers } from '@runwright/page-actions';
import type { FileChooser, Page } from 'playwright-core';

/** Listens for file choosers; one that no caller waits for is reported as an event. None stays open. */
export function followFileChoosers(page: Page, note: (event: PageEvent) => void): PageFileChoosers {
  let take: ((chooser: FileChooser) => void) | null = null;
  page.on('filechooser', (chooser) => {
    if (take) take(chooser);
    else note({ type: 'file_chooser', multiple: chooser.isMultiple() });
  });
  return {
    async waitForChooser(work, waitMs) {
      const { promise, resolve } = Promise.withResolvers<FileChooser | null>();
      take = resolve;
      let timer: NodeJS.Timeout | undefined;
      try {
        await work();
        timer = setTimeout(() => resolve(null), waitMs);
        const chooser = await promise;
        return chooser && pageFileChooser(chooser);
      } finally {
        clearTimeout(timer);
        take = null;
      }
    },
  };
}

/** The library sends the text of a function, and its types ask for more than a text needs. */
function pageFileChooser(chooser: FileChooser): PageFileChooser {
  const field = chooser.element();
  return {
    isMultiple: () => chooser.isMultiple(),
    call: (inPage) => field.evaluate(inPage as never) as never,
    async createObject(create) {
      const held = await field.evaluateHandle(create as never);
      return { call: (inPage, parameter) => held.evaluate(inPage as never, parameter as never) as never };
    },
  };
}
