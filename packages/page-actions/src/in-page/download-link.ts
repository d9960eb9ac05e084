/**
 * Returns the URL of the link that an element is, is inside of, or contains; null without one, and for a link that says that a script
 * answers its click: a request for its address would bring another document.
 */
export function findDownloadUrl(element: Element): string | null {
  const link = element.closest('a[href], area[href]') ?? element.querySelector('a[href]');
  if (!(link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement)) return null;
  const { method = 'get', turboMethod = method } = link.dataset;
  const isScripted =
    /^\s*#/.test(link.getAttribute('href') ?? '') ||
    turboMethod.toLowerCase() !== 'get' ||
    /preventDefault|submit|return\s+(false|!1)/.test(link.getAttribute('onclick') ?? '');
  return isScripted ? null : link.href;
}

/** Saves an address that only the page knows. */
export function startDownload(_root: Element, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
