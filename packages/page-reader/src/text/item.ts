import type { ReadMode } from '@runwright/contract';
import type { PageItem } from '../tree.ts';
import { printTarget } from './links.ts';

/** What the lines of one text have in common. */
export interface Print {
  readonly mode: ReadMode;
  readonly url: string;
  /** Characters after which a name is cut. */
  readonly nameLimit: number;
  /** Whether an element is new since the last view of this document. */
  readonly isFresh: (id: string) => boolean;
  readonly tokenOf: (address: string) => string;
}

/** Options of a select print when there are at most this many. */
const inlineOptions = 8;

/** `a12 textbox "E-mail" =ann@x.example required`, or what the mode makes of it. */
export function printItem(item: PageItem, print: Print): string {
  if (print.mode === 'extract') return printData(item, print);
  const { element } = item;
  const parts = [
    print.mode === 'action'
      ? `${print.isFresh(element.id) ? '*' : ''}${element.id} ${element.kind}`
      : element.kind,
    quoted(element.name, print.nameLimit),
    printValue(item),
    ...element.flags,
    ...(print.mode === 'action' ? item.hints : []),
    element.href === undefined ? '' : printTarget(element.href, print.url, print.tokenOf),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** A text in double quotes, so that nothing of the page can pass for our own words. */
export function quoted(text: string, limit = Number.POSITIVE_INFINITY): string {
  if (text === '') return '';
  const cut =
    text.length > limit
      ? `${text.slice(0, Math.ceil(limit * 0.66))}…${text.slice(-Math.floor(limit * 0.33))}`
      : text;
  return `"${cut.toWellFormed().replaceAll('"', "'")}"`;
}

function printValue({ element: { value, options } }: PageItem): string {
  if (value === null) return '';
  const shown = /[\s"]/.test(value) ? quoted(value) : value;
  if (!options) return `=${shown}`;
  const choices =
    options.length <= inlineOptions
      ? ` [${options.map(({ label }) => label.slice(0, 60).replaceAll(/[|[\]]/g, ' ')).join(' | ')}]`
      : '';
  return `=${shown} (${options.length})${choices}`;
}

/** For taking data: the name, what is chosen or filled in, and the target as a token. */
function printData({ element }: PageItem, { tokenOf, url }: Print): string {
  const state = element.flags.find((flag) => /^(un)?checked$|^mixed$|^selected$/.test(flag));
  const name = element.name;
  const value = element.value ?? (state === 'selected' ? undefined : state);
  const text = value === undefined ? name : name === '' ? value : `${name}: ${value}`;
  const target =
    element.href !== undefined && URL.canParse(element.href, url) && /^https?:/.test(element.href)
      ? ` {${tokenOf(element.href)}}`
      : '';
  return `${text}${target}`;
}
