import type { ReadMode } from '@runwright/contract';
import { elementsOf, type PageGroup, type PageNode } from '../tree.ts';
import { fit } from './budget.ts';
import { quoted } from './item.ts';
import type { Line } from './line.ts';
import { linesOf } from './lines.ts';
import type { LinkTokens } from './links.ts';

/** All that one text is made from. */
export interface PrintRequest {
  readonly mode: ReadMode;
  readonly budget: number;
  readonly url: string;
  readonly title: string;
  readonly tab: string;
  readonly tabs: number;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly scroll: { readonly y: number; readonly height: number };
  readonly modal: boolean;
  readonly isFresh: (id: string) => boolean;
  readonly content: readonly PageNode[];
  /** Sentences about what could not be read. */
  readonly unread: readonly string[];
}

/** A text for a model, the link tokens that stand in it, and what it leaves out. */
export interface Printed {
  readonly text: string;
  readonly links: Readonly<Record<string, string>>;
  readonly leftOut: readonly string[];
}

const longName = 100;
/** A name longer than this is cut when the budget is short. */
const shortName = 60;

/** Writes the tree as text: one thing per line, indented by landmarks, within the budget. */
export function printPage(request: PrintRequest, tokens: LinkTokens): Printed {
  const roomy = compose(request, tokens, longName);
  const isTight = roomy.fitted.cut.items > 0 && request.mode !== 'extract';
  const { fitted, skipped } = isTight ? compose(request, tokens, shortName) : roomy;
  const leftOut = [
    ...(fitted.cut.items > 0 ? [`${fitted.cut.items} controls further away`] : []),
    ...(fitted.cut.characters + skipped > 0 ? [`${fitted.cut.characters + skipped} characters of text`] : []),
    ...request.unread,
  ];
  const body = fitted.lines.map(({ depth, text }) => `${'  '.repeat(depth)}${text}`);
  const text = [
    head(request),
    ...body,
    ...(leftOut.length > 0 ? [`left out: ${leftOut.join(', ')}`] : []),
  ].join('\n');
  return { text, links: linksIn(text, tokens), leftOut };
}

function compose(request: PrintRequest, tokens: LinkTokens, nameLimit: number) {
  let skipped = 0;
  const context = {
    mode: request.mode,
    url: request.url,
    nameLimit,
    isFresh: request.isFresh,
    tokenOf: tokens.tokenOf,
    viewport: request.viewport,
    skipText: (characters: number) => {
      skipped += characters;
    },
  };
  const { top, rest } =
    request.mode === 'extract' ? { top: [], rest: request.content } : splitTop(request.content);
  const behind: readonly Line[] =
    request.modal && top.length > 0 ? landmarks(rest, top[0]?.role ?? 'layer') : linesOf(rest, context);
  const lines = [...linesOf(top, context), ...behind];
  return { fitted: fit(lines, request.budget - headTokens), skipped };
}

/** Kept for the first line and the last. */
const headTokens = 60;

/** Takes the groups of the top layer out of the tree. */
function splitTop(content: readonly PageNode[]): { top: readonly PageGroup[]; rest: readonly PageNode[] } {
  const top: PageGroup[] = [];
  const strip = (node: PageNode): readonly PageNode[] => {
    if (node.type !== 'group') return [node];
    if (node.top) {
      top.push(node);
      return [];
    }
    const inner = node.content.flatMap(strip);
    return inner.length > 0 ? [{ ...node, content: inner }] : [];
  };
  const rest = content.flatMap(strip);
  return { top, rest };
}

/** What lies behind a modal layer: one line for each landmark. */
function landmarks(content: readonly PageNode[], cover: string): readonly Line[] {
  const groups = content.filter((node): node is PageGroup => node.type === 'group');
  const others = elementsOf(content.filter((node) => node.type !== 'group')).length;
  const lines = groups.map((group) => ({
    text: `${group.role}${group.name ? ` ${quoted(group.name)}` : ''}  covered-by ${cover}`,
    items: elementsOf(group.content).length,
  }));
  return [...lines, ...(others > 0 ? [{ text: `page  covered-by ${cover}`, items: others }] : [])].map(
    (line) => ({
      ...line,
      depth: 0,
      cut: 'never' as const,
      opens: false,
    }),
  );
}

function head(request: PrintRequest): string {
  const { title, url, tab, tabs, viewport, scroll, mode } = request;
  const address = URL.canParse(url) ? new URL(url) : null;
  const place = address
    ? `${address.host}${address.pathname}${address.search}`.slice(0, 120)
    : url.slice(0, 120);
  const name = `page ${quoted(title, 100) || '""'} ${place}`;
  if (mode === 'extract') return name;
  const screens = Math.max(1, Math.ceil(scroll.height / Math.max(1, viewport.height)));
  const screen = Math.min(screens, Math.floor(scroll.y / Math.max(1, viewport.height)) + 1);
  const elements = elementsOf(request.content);
  const above = elements.filter(({ box }) => box.y + box.height < 0).length;
  const below = elements.filter(({ box }) => box.y > viewport.height).length;
  return [
    name,
    tabs > 1 ? `tab ${tab} of ${tabs}` : `tab ${tab}`,
    `screen ${screen} of ${screens}`,
    [above > 0 ? `^${above}` : '', below > 0 ? `v${below}` : ''].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join('  ');
}

function linksIn(text: string, tokens: LinkTokens): Readonly<Record<string, string>> {
  const found = new Set([...text.matchAll(/\{(L\d+)\}/g)].map(([, token = '']) => token));
  return Object.fromEntries(
    [...found].flatMap((token) => {
      const address = tokens.addressOf(token);
      return address === undefined ? [] : [[token, address]];
    }),
  );
}
