import type { VisibleElement } from '@runwright/contract';
import type { PageGroup, PageImage, PageItem, PageNode, PageText } from '../tree/page-tree.ts';
import { createFoldTable, type FoldTable } from './fold-table.ts';
import { createLinkTokens, type LinkTokens } from './link-tokens.ts';
import { type Printed, type PrintRequest, printPage } from './print-page.ts';

/** A box of one line at a height of the page. */
export const at = (y: number) => ({ x: 0, y, width: 100, height: 20 });

let count = 0;

/** A control; a button in view unless something else is said. */
export function item(element: Partial<VisibleElement>, y = 10): PageItem {
  count += 1;
  const base = {
    ...{ id: `a${count}`, kind: 'button', name: '', value: null, flags: [], frame: 'a', tag: 'button' },
    why: 'native',
  } as const;
  return { type: 'item', hints: [], element: { ...base, box: at(y), ...element } };
}

/** A run of text. */
export function text(words: string, y = 10, rest: Partial<PageText> = {}): PageText {
  return { ...{ type: 'text', text: words, level: 0, message: null, box: at(y) }, ...rest };
}

/** A picture that is no control. */
export function image(name: string, source = '', y = 10): PageImage {
  return { type: 'image', name, source, box: at(y) };
}

/** A group of things. */
export function group(role: string, content: readonly PageNode[], rest: Partial<PageGroup> = {}): PageGroup {
  return { ...{ type: 'group', role, name: '', box: at(10), top: false, content }, ...rest };
}

/** A cell with a text. */
export function cell(words: string, y = 10): PageGroup {
  return group('cell', [text(words, y)]);
}

/** Cards of a shop, four beside each other, as far down as they go; `a1000` and `a1001` are in the first of them. */
export function cards(length: number): readonly PageGroup[] {
  return Array.from({ length }, (_, index) => {
    const y = Math.floor(index / 4) * 200 + 100;
    const id = 1_000 + index * 2;
    const href = `https://shop.example/p/${index}`;
    return group(
      'entry',
      [
        item({ id: `a${id}`, kind: 'link', name: `Lamp number ${index}`, href }, y),
        text(`${index}.90`, y),
        ...(index % 3 === 0 ? [text('Sale', y)] : []),
        item({ id: `a${id + 1}`, name: 'Add to cart' }, y),
      ],
      { box: { ...at(y), height: 180 } },
    );
  });
}

/** Options of a print in a test. */
export interface PrintScenario extends Partial<PrintRequest> {
  readonly folds?: FoldTable;
  readonly links?: LinkTokens;
}

/** Prints a page of one tab with a viewport of 1000 by 800. */
export function print(content: readonly PageNode[], scene: PrintScenario = {}): Printed {
  const { folds = createFoldTable(), links = createLinkTokens(), ...request } = scene;
  return printPage(
    {
      ...{
        mode: 'action',
        budget: 6_000,
        bytesPerToken: 3.6,
        tab: 't1',
        tabs: 1,
        modal: false,
        unread: [],
        farText: 0,
      },
      ...{ url: 'https://shop.example/cart', title: 'Cart', content },
      ...{ viewport: { width: 1000, height: 800 }, scroll: { y: 0, height: 800 } },
      isFresh: () => false,
      ...request,
    },
    links,
    folds,
  );
}

/** The lines under the first. */
export function body(content: readonly PageNode[], scene: PrintScenario = {}): readonly string[] {
  return print(content, scene).text.split('\n').slice(1);
}
