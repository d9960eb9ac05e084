/** Returns an address without the part that no server gets, such as the page at which a PDF is opened. */
export function removeFragment(url: string): string {
  const at = url.startsWith('data:') ? -1 : url.indexOf('#');
  return at === -1 ? url : url.slice(0, at);
}
