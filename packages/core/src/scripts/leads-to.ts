/**
 * Returns the page that an action of a recorded run has led to, as `isLedTo` checks it: the path, with `*` for the parts that may
 * be others in the next run (those with a digit, long ones, and values of the run), and the host before it when it is another one. Null when the action
 * stayed on its page.
 *
 * @param isValue tells the parts that are values of the run
 */
export function leadsTo(before: string, after: string, isValue: (part: string) => boolean): string | null {
  const from = URL.parse(before);
  const to = URL.parse(after);
  if (!to || !/^https?:$/.test(to.protocol)) return null;
  const isSameHost = from?.host === to.host;
  if (isSameHost && from?.pathname === to.pathname) return null;
  const parts = to.pathname.split('/').map((part) => {
    const text = decoded(part);
    return /\d/.test(text) || text.length > 40 || isValue(text) ? '*' : part;
  });
  return `${isSameHost ? '' : `//${to.host}`}${parts.join('/')}`;
}

/** Returns whether an address is the page of a {@link leadsTo} pattern; query and fragment do not count. */
export function isLedTo(url: string, pattern: string): boolean {
  const address = URL.parse(url);
  if (!address) return false;
  const [, host, path = pattern] = /^\/\/([^/]*)(\/.*)?$/s.exec(pattern) ?? [];
  if (host !== undefined && host !== address.host) return false;
  const wanted = path.split('/');
  const found = address.pathname.split('/');
  return (
    wanted.length === found.length && wanted.every((part, index) => part === '*' || part === found[index])
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
