/** Where the link leads that an element is, stands in or holds; null without one. Runs inside the page: no name from outside. */
export function findDownloadUrl(element: Element): string | null {
  const link = element.closest('a[href], area[href]') ?? element.querySelector('a[href]');
  return link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement ? link.href : null;
}

/** Saves an address that only the page knows. Runs inside the page: no name from outside. */
export function startDownload(_root: Element, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
