import type { Problem } from '@runwright/contract';
import { type Path, valueError } from './problem.ts';

/** Limits of the headers that a browser sends with its requests: entries, and bytes of all names and values. */
const most = { entries: 50, bytes: 8 * 1024 };

/** A token of RFC 9110. */
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Headers about the connection or the length of a message. The client that sends a request sets them itself: a browser ends
 * the navigation with one of its own, or leaves it out.
 */
const connectionHeaders: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'cookie2', 'expect', 'host', 'http2-settings', 'keep-alive'],
  ...['proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/**
 * Returns the problems of `extra_http_headers`: more than 50 entries, more than 8 KiB together, names that are none or that no
 * browser sends, and values with CR, LF or NUL. Anything but an object of text is left to its schema.
 */
export function headerProblems(headers: unknown, path: Path): readonly Problem[] {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return [];
  const entries = Object.entries(headers);
  const bytes = entries.reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(String(value)),
    0,
  );
  return [
    ...(entries.length > most.entries
      ? [valueError(path, `there are ${entries.length} headers; at most ${most.entries} are sent`)]
      : []),
    ...(bytes > most.bytes
      ? [valueError(path, `the headers have ${bytes} bytes; at most ${most.bytes} are sent`)]
      : []),
    ...entries.flatMap(([name, value]) => entryProblems(name, value, path)),
  ];
}

function entryProblems(name: string, value: unknown, path: Path): readonly Problem[] {
  if (!headerName.test(name)) {
    return [
      valueError([...path, name], 'the name of the header is empty or has a sign that names cannot have'),
    ];
  }
  if (connectionHeaders.has(name.toLowerCase())) {
    return [valueError([...path, name], `a browser sets the header \`${name}\` itself; leave it out`)];
  }
  if (typeof value !== 'string' || !/[\r\n\0]/.test(value)) return [];
  return [valueError([...path, name], 'the value of the header has a line end or a NUL; take it out')];
}
