import type { ReadMode } from '@runwright/contract';
import { elementsOf, type PageNode } from '../tree.ts';
import { quoted } from './item.ts';
import type { Screen } from './nodes.ts';

/** What the first line says. */
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
const longestAddress = 120;

/** Title and address, and what is not usual: another tab, a page of several screens, what is out of view. */
export function printHead(request: HeadRequest): string {
  const { title, url, tab, tabs, viewport, scroll, mode, content } = request;
  const address = URL.canParse(url) ? new URL(url) : null;
  const place = address ? `${address.host}${address.pathname}${address.search}` : url;
  const name = `page ${quoted(title, longestTitle) || '""'} ${place.slice(0, longestAddress)}`;
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
