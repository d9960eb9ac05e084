import type { ReadMode } from '@runwright/contract';
import { cutMiddle } from '../../cut-middle.ts';
import type { PageItem } from '../../tree/page-tree.ts';
import { printTarget } from '../link-tokens.ts';

/** Options shared by the lines of one text. */
export interface PrintOptions {
  readonly mode: ReadMode;
  readonly url: string;
  /** Characters after which a name is cut. */
  readonly nameLimit: number;
  /** A shorter name for an item that others print inside of. */
  readonly shortName?: (item: PageItem) => string | undefined;
  /** Tests whether the options of a select print as controls of their own. */
  readonly isOpenList?: (item: PageItem) => boolean;
  /** Tests whether an element is new since the last view of this document. */
  readonly isFresh: (id: string) => boolean;
  readonly tokenOf: (address: string) => string;
}

/** Options of a select print when there are at most this many. */
export const maximumInlineOptions = 8;
/** No more of them are handed over. */
const mostOptions = 1_000;
/** Characters of an option. */
const optionLength = 60;

/**
 * An item, `a12 textbox "E-mail" =ann@x.example required`, or several that differ in nothing but their ids, in one line:
 * `a5 a6 a7 button "Delete"`. What only listens has no kind: `a14 "(trash)"`.
 *
 * @param hidden flags that are said elsewhere
 */
export function printItems(
  items: readonly PageItem[],
  print: PrintOptions,
  hidden: readonly string[] = [],
): string {
  const [first] = items;
  if (!first) return '';
  const tail = printWithoutId(first, print, hidden);
  if (print.mode !== 'action') return tail;
  const ids = items.map(({ element: { id } }) => (print.isFresh(id) ? `*${id}` : id)).join(' ');
  return first.element.kind === 'scroll' ? tail.replace(/^scroll/, `scroll ${ids}`) : `${ids} ${tail}`;
}

/** Everything of an item but its id. */
export function printWithoutId(item: PageItem, print: PrintOptions, hidden: readonly string[] = []): string {
  const { element } = item;
  const name = print.shortName?.(item) ?? element.name;
  const parts = [
    isKindless(item, name) && print.mode === 'action' ? '' : element.kind,
    quote(name, print.nameLimit),
    printValue(item, print),
    ...element.flags.filter((flag) => !hidden.includes(flag)),
    ...(print.mode === 'action' ? item.hints.filter((hint) => !isPlain(hint, element.name)) : []),
    element.href === undefined ? '' : printTarget(element.href, print.url, print.tokenOf),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Items by the first that differs from them in nothing but its id, such as the picture and the title of one link. */
export function groupEqualItems(
  items: readonly PageItem[],
  print: PrintOptions,
  hidden: readonly string[],
): ReadonlyMap<PageItem, readonly PageItem[]> {
  const firsts = new Map<string, PageItem>();
  const alike = new Map<PageItem, PageItem[]>();
  for (const item of items) {
    const tail = printWithoutId(item, print, hidden);
    const first = item.element.href === undefined ? undefined : firsts.get(tail);
    if (first) alike.get(first)?.push(item);
    else {
      firsts.set(tail, item);
      alike.set(item, [item]);
    }
  }
  return alike;
}

/** A text in double quotes, so that nothing of the page can pass for our own words. */
export function quote(text: string, limit = Number.POSITIVE_INFINITY): string {
  if (text === '') return '';
  return `"${cutMiddle(text, limit).replaceAll('"', "'")}"`;
}

/** An option among others, without the signs that stand between them. */
export function printOption(label: string): string {
  return cutMiddle(label, optionLength)
    .replaceAll(/[|[\]]/g, ' ')
    .trim();
}

/** Tests for items that print without a kind: named elements that only have a listener, and cells. */
function isKindless({ element: { kind } }: PageItem, name: string): boolean {
  return (kind === 'item' || kind === 'cell') && name !== '';
}

/** A field that is called after its format needs no hint. */
function isPlain(hint: string, name: string): boolean {
  return (
    (hint === 'format:"e-mail"' && /mail/i.test(name)) || (hint === 'format:"phone"' && /phone/i.test(name))
  );
}

function printValue(item: PageItem, print: PrintOptions): string {
  const { value, options } = item.element;
  if (value === null) return '';
  const shown = /[\s"]/.test(value) ? quote(value) : value;
  if (!options) return `=${shown}`;
  const choices =
    options.length > 0 && options.length <= maximumInlineOptions && !print.isOpenList?.(item)
      ? `[${options.map(({ label }) => printOption(label)).join(' | ')}]`
      : `(${options.length}${options.length >= mostOptions ? ' or more' : ''})`;
  return `=${shown} ${choices}`;
}
