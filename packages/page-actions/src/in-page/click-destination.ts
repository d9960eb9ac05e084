/** Destination of a click on an element. */
export interface ClickDestination {
  /** URL of the link; null when the element is none. */
  readonly destination: string | null;
  /** A link outside any form, within the document or to one that is only fetched. */
  readonly isPageOnly: boolean;
}

/** Tells what a click on an element can lead to, by the page's own markup. */
export function readClickDestination(element: Element): ClickDestination {
  const link = element.closest('a[href],area[href]');
  const href = link?.getAttribute('href')?.trim() ?? '';
  const url: unknown = link && Reflect.get(link, 'href');
  const isWeb = typeof url === 'string' && /^https?:/i.test(url);
  // A bare `#` is a button in a link's clothes, and some libraries send a form for a link that names a method.
  const isDisguised =
    /^#?$/.test(href) ||
    (link?.matches('[data-method],[data-remote],[role="button"],[hx-post],[hx-delete],[hx-put],[hx-patch]') ??
      false);
  const isPageOnly =
    isWeb && !isDisguised && !link?.hasAttribute('download') && element.closest('form') === null;
  return { destination: isWeb ? url : null, isPageOnly };
}
