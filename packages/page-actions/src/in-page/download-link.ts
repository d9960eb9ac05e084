/** Returns the URL of the link that an element is, is inside of, or contains; null without one. */
export function findDownloadUrl(element: Element): string | null {
  const link = element.closest('a[href], area[href]') ?? element.querySelector('a[href]');
  return link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement ? link.href : null;
}

/** Saves an address that only the page knows. */
export function startDownload(_root: Element, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
