import type { PageEvent } from '@runwright/contract';
import type { FileChooser, Page } from 'playwright-core';

/** The file choosers of one page. None is ever left open. */
export interface FileChoosers {
  /**
   * Takes the next chooser while `work` runs and up to `waitMs` longer; null when none comes. The page is given nothing
   * unless the caller does so.
   */
  waitForChooser(work: () => Promise<void>, waitMs: number): Promise<FileChooser | null>;
}

/** Listens for choosers from now on; one that nobody waits for is told. */
export function followFileChoosers(page: Page, note: (event: PageEvent) => void): FileChoosers {
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
        return await promise;
      } finally {
        clearTimeout(timer);
        take = null;
      }
    },
  };
}
