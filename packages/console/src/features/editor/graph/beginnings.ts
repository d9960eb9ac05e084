import { type PlacedBlock, textOf } from '../blocks/definition.ts';
import type { GraphModel, GraphNode } from './graph-model.ts';

/** Which blocks are executed before a block that is tried: none, the one that opens an address, or all on the way to it. */
export type BeginningId = 'none' | 'open' | 'all';

/** Blocks that a try may begin with. */
export interface Beginnings {
  readonly choices: readonly {
    readonly id: BeginningId;
    /** Labels of the blocks that are executed first, in their order. */
    readonly labels: readonly string[];
    /** Address that is opened, for `open`. */
    readonly url?: string;
  }[];
  /** The cheapest choice with which the block has a page, when it needs one. */
  readonly suggested: BeginningId;
  /** Whether the block works on the page that the block before it has left. */
  readonly needsPage: boolean;
}

/** Block types that work on the open page unless they have an address of their own. */
const onPage = new Set([
  ...['task', 'task_v2', 'navigation', 'action', 'extraction', 'login', 'validation', 'file_download'],
  'print_page',
]);

/** Returns what a try of the block with a label can begin with. */
export function beginningsOf(graph: GraphModel, label: string): Beginnings {
  const block = graph.nodes.find((node) => node.label === label);
  const before = block ? blocksBefore(graph, block) : [];
  const opening = before.findLast(({ type }) => type === 'goto_url');
  const hasOthers = before.length > (opening ? 1 : 0);
  const all = { id: 'all' as const, labels: before.map((one) => one.label) };
  const choices: Beginnings['choices'] = [
    { id: 'none', labels: [] },
    ...(opening ? [{ id: 'open' as const, labels: [opening.label], url: textOf(opening.block.url) }] : []),
    ...(hasOthers ? [all] : []),
  ];
  const needsPage = block !== undefined && worksOnPage(block);
  const opensPage = before.some((one) => textOf(one.block.url) !== '' && one.type !== 'http_request');
  const suggested = !needsPage ? 'none' : opening ? 'open' : opensPage ? 'all' : 'none';
  return { choices, suggested, needsPage };
}

/** Returns the blocks on the way to a block, without conditionals; of several ways the first one. */
function blocksBefore(graph: GraphModel, block: GraphNode): readonly GraphNode[] {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const seen = new Set([block.id]);
  const found: GraphNode[] = [];
  let id: string | null = block.id;
  while (id !== null) {
    const before = idBefore(graph, id, seen);
    const node = byId.get(before ?? '');
    if (node && node.type !== 'conditional') found.unshift(node);
    // A block in a loop comes after what is before the loop.
    id = before ?? byId.get(id)?.loop ?? null;
    if (id !== null) seen.add(id);
  }
  return found;
}

function idBefore({ edges }: GraphModel, id: string, seen: ReadonlySet<string>): string | null {
  const edge = edges.find(({ to, from, port }) => to === id && port !== 'failure' && !seen.has(from));
  return edge?.from ?? null;
}

function worksOnPage({ type, block }: PlacedBlock): boolean {
  if (type === 'code') return /\bpage\b/.test(textOf(block.code));
  return onPage.has(type) && textOf(block.url).trim() === '';
}
