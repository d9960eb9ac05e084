import type { Runtime } from '../runtime.ts';

export interface UrlizeOptions {
  /** Displayed part of an address. */
  readonly shorten: (address: string) => string;
  readonly rel: string;
  readonly target: string | null;
  /** Further beginnings of addresses, such as `tel:`. */
  readonly schemes: readonly string[];
}

const genericDomains: ReadonlySet<string> = new Set([
  'com',
  'net',
  'int',
  'edu',
  'gov',
  'org',
  'info',
  'mil',
]);
const opening = /^(?:[(<]|&lt;)+/;
const pairs = [
  ['(', ')'],
  ['<', '>'],
  ['&lt;', '&gt;'],
] as const;

/** Makes links of the web and mail addresses in escaped text. Every word is looked at once, in linear time. */
export function urlize(escaped: string, options: UrlizeOptions, rt: Runtime): string {
  return escaped
    .split(/(\s+)/)
    .map((word) => {
      rt.meter.spend(1 + options.schemes.length);
      const { head, middle, tail } = trimPunctuation(word);
      return head + link(middle, options) + tail;
    })
    .join('');
}

/** Brackets and punctuation around an address do not belong to it, but for closing brackets that it opens. */
function trimPunctuation(word: string): { head: string; middle: string; tail: string } {
  const head = opening.exec(word)?.[0] ?? '';
  const body = word.slice(head.length);
  const end = endOfAddress(body);
  let middle = body.slice(0, end);
  let tail = body.slice(end);
  for (const [open, close] of pairs) {
    const opened = count(middle, open);
    if (opened <= count(middle, close)) continue;
    const moves = Math.min(opened, count(tail, close));
    let moved = 0;
    for (let move = 0; move < moves; move += 1) moved = tail.indexOf(close, moved) + close.length;
    middle += tail.slice(0, moved);
    tail = tail.slice(moved);
  }
  return { head, middle, tail };
}

function endOfAddress(text: string): number {
  let end = text.length;
  while (end > 0) {
    if (').,>'.includes(text.charAt(end - 1))) end -= 1;
    else if (text.endsWith('&gt;', end)) end -= 4;
    else break;
  }
  return end;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

function link(text: string, options: UrlizeOptions): string {
  if (isWebAddress(text)) {
    const href = /^https?:\/\//.test(text) ? text : `https://${text}`;
    return `<a href="${href}"${attributes(options)}>${options.shorten(text)}</a>`;
  }
  if (text.startsWith('mailto:') && isMailAddress(text.slice(7)))
    return `<a href="${text}">${text.slice(7)}</a>`;
  const isMail =
    !text.startsWith('www.') && !text.startsWith('@') && !text.includes(':') && isMailAddress(text);
  if (isMail) return `<a href="mailto:${text}">${text}</a>`;
  const scheme = options.schemes.find((candidate) => text !== candidate && text.startsWith(candidate));
  return scheme === undefined ? text : `<a href="${text}"${attributes(options)}>${text}</a>`;
}

function attributes({ rel, target }: UrlizeOptions): string {
  return `${rel === '' ? '' : ` rel="${rel}"`}${target === null ? '' : ` target="${target}"`}`;
}

function isWebAddress(text: string): boolean {
  const scheme = /^https?:\/\//i.exec(text)?.[0] ?? '';
  const rest = text.slice(scheme.length);
  const end = rest.search(/[/?#]/);
  const host = (end === -1 ? rest : rest.slice(0, end)).replace(/:\d{1,5}$/, '');
  if (scheme !== '' && isIpAddress(host)) return true;
  const labels = host.split('.');
  const domain = labels.pop() ?? '';
  if (!labels.every((label) => /^[\p{L}\p{N}_%-]+$/u.test(label))) return false;
  const hasStart = scheme !== '' || labels[0]?.toLowerCase() === 'www';
  if (hasStart && /^(?:[a-z]{2,63}|xn--[\p{L}\p{N}_%]{2,59})$/iu.test(domain)) return true;
  const isGeneric = labels.length > 0 && labels.every((label) => label.length >= 2 && label.length <= 63);
  return scheme === '' && isGeneric && genericDomains.has(domain.toLowerCase());
}

function isIpAddress(host: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || /^\[[\da-f:]{3,40}\]$/i.test(host);
}

function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1) return false;
  const host = text.slice(at + 1);
  const dot = host.lastIndexOf('.');
  return (
    dot > 0 &&
    /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(host.slice(0, dot)) &&
    /^[\p{L}\p{N}_]+$/u.test(host.slice(dot + 1))
  );
}
