import type { ReadMode } from '@runwright/contract';
import { cutMiddle } from '../cut-middle.ts';
import { elementsOf, type PageNode } from '../tree/page-tree.ts';
import { quote } from './lines/print-item.ts';
import { isFar, leavesIn, type Screen } from './lines/tree-queries.ts';

/** Values for the first line. */
export interface HeadRequest {
  readonly mode: ReadMode;
  readonly url: string;
  readonly title: string;
  readonly tab: string;
  readonly tabs: number;
  readonly viewport: Screen;
  readonly scroll: { readonly y: number; readonly height: number };
  readonly content: readonly PageNode[];
}

const longestTitle = 100;
/** Characters of a path with its query. Who judges a page gets to see more of it than who acts on it. */
const longestPath = 60;
const longestJudgedPath = 120;
/** Of the page's short texts so many are looked at for the words of its title; a long one may not print at all. */
const firstTexts = 3;
const shortText = 200;

/**
 * Title and address, and what is not usual: another tab, a page of several screens, what is out of view. To act on a page,
 * its title prints only when it says more than its path and its first texts do.
 */
export function printHead(request: HeadRequest): string {
  const { title, url, tab, tabs, viewport, scroll, mode, content } = request;
  const place = mode === 'action' ? shortPlace(url) : printPlace(url, longestJudgedPath);
  const isTold = mode === 'action' && saysNoMore(request);
  const shown = isTold ? '' : quote(title, longestTitle) || '""';
  const name = ['page', shown, place].filter(Boolean).join(' ');
  if (mode === 'extract') return name;
  const height = Math.max(1, viewport.height);
  const screens = Math.max(1, Math.ceil(scroll.height / height));
  const screen = Math.min(screens, Math.floor(scroll.y / height) + 1);
  const elements = elementsOf(content);
  const above = elements.filter(({ box }) => box.y + box.height < 0).length;
  const below = elements.filter(({ box }) => box.y > viewport.height).length;
  const outside = [above > 0 ? `^${above}` : '', below > 0 ? `v${below}` : ''].filter(Boolean).join(' ');
  return [
    name,
    tabs > 1 ? `tab ${tab} of ${tabs}` : '',
    screens > 1 ? `screen ${screen} of ${screens}` : '',
    outside,
  ]
    .filter(Boolean)
    .join('  ');
}

/** The host as a whole, unless it is the machine itself, which its port tells as well: `:3000/cart`; then path and query. */
function printPlace(url: string, longest: number): string {
  if (!URL.canParse(url)) return cutMiddle(url, longest);
  const { host, hostname, port, pathname, search } = new URL(url);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) && port !== '';
  return `${isHere ? `:${port}` : host}${cutMiddle(`${pathname}${search}`, longest)}`;
}

/**
 * A place for whoever acts: without `www.`, and on the machine itself the path alone, `/cart`. A port is a number that
 * says nothing about a page, and whenever the address changes the result of the action tells all of it.
 */
function shortPlace(url: string): string {
  return printPlace(url, longestPath)
    .replace(/^:\d+(?=\/)/, '')
    .replace(/^www\.(?=[^/]*\.)/, '');
}

/** Tests whether every word of a title stands in the page's path or its first texts; none at all says nothing either. */
function saysNoMore({ title, url, content, viewport }: HeadRequest): boolean {
  const texts = content
    .flatMap(leavesIn)
    .filter((leaf) => leaf.type === 'text')
    .filter(({ text, box }) => text.length <= shortText && !isFar(box, viewport))
    .slice(0, firstTexts)
    .map(({ text }) => text);
  const said = [URL.canParse(url) ? new URL(url).pathname : '', ...texts].map(wordsOf);
  const all = new Set(said.flat());
  const wanted = wordsOf(title);
  if (wanted.every((word) => all.has(word))) return true;
  return said.some((words) => isJoined(wanted.join(''), words));
}

/** `log in` for `login`: the words that follow each other somewhere are the same letters. */
function isJoined(letters: string, words: readonly string[]): boolean {
  return words.some((_, from) => {
    let joined = '';
    for (let at = from; at < words.length && joined.length < letters.length; at += 1) joined += words[at];
    return joined === letters;
  });
}

/** Words in small letters, plurals as their singular. */
function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.length > 3 ? word.replace(/s$/, '') : word,
  );
}
