import type { PageView } from '@runwright/contract';

/** The pages that a task has seen last, as evidence that outlives them, such as a confirmation that was shown for a moment. */
export interface SeenPages {
  /** Addresses and texts of the newest views, at most {@link maxViews}. */
  readonly texts: readonly string[];
  add(view: Pick<PageView, 'url' | 'text'>): void;
}

/** Views that are kept: those of about two parts of a plan. */
const maxViews = 20;

/** Creates an empty record of seen pages. */
export function seenPages(): SeenPages {
  const texts: string[] = [];
  return {
    texts,
    add({ url, text }) {
      texts.push(`${url}\n${text}`);
      if (texts.length > maxViews) texts.shift();
    },
  };
}
