import type { BlockNode } from '@runwright/contract';
import { asRecord } from '../schema/schema-node.ts';

/** Order of a list of blocks: one after the other, or along explicit edges. */
export type WalkMode = 'list' | 'graph';

/** One label that a block names as a possible next one, and where in the block it is named. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly type: 'next' | 'branch' | 'failure';
  readonly path: readonly (string | number)[];
}

/** One list of blocks, with the finally block of the definition (it runs after all others). */
export interface BlockList {
  readonly blocks: readonly BlockNode[];
  readonly finallyLabel: string | null;
}

/** `graph` when a block of the list is a conditional or has a next label; decided for each list by itself. */
export function modeOf(blocks: readonly BlockNode[]): WalkMode {
  return blocks.some((block) => isConditional(block) || isLabel(block.next_block_label)) ? 'graph' : 'list';
}

/** Returns whether a block chooses among branches. */
export function isConditional(block: BlockNode): boolean {
  return block.block_type === 'conditional';
}

/** The labels that a block names, in the order next, branches, failure. A conditional's next is its merge point. */
export function edgesOf(block: BlockNode): readonly Edge[] {
  const edge = (type: Edge['type'], to: unknown, path: Edge['path']): Edge[] =>
    isLabel(to) ? [{ from: block.label, to, type, path }] : [];
  const branches = Array.isArray(block.branch_conditions) ? block.branch_conditions : [];
  return [
    ...edge('next', block.next_block_label, ['next_block_label']),
    ...(isConditional(block) ? branches : []).flatMap((branch, index) =>
      edge('branch', asRecord(branch)?.next_block_label, ['branch_conditions', index, 'next_block_label']),
    ),
    ...edge('failure', block.on_failure_next_label, ['on_failure_next_label']),
  ];
}

/** Labels of the blocks that no edge leads to, in list order; the first block when there is one. */
export function rootsOf(list: BlockList): readonly string[] {
  const targets = new Set(list.blocks.flatMap(edgesOf).map(({ to }) => to));
  return walked(list)
    .map(({ label }) => label)
    .filter((label) => !targets.has(label));
}

/** Labels of one way round in a graph list, beginning and ending with the same label; null when there is none. */
export function cycleOf(list: BlockList): readonly string[] | null {
  const ways = successorsOf(list);
  const circular = withoutLooseEnds(ways);
  const [start] = circular;
  if (start === undefined) return null;
  const trail: string[] = [];
  let label = start;
  while (!trail.includes(label)) {
    trail.push(label);
    label = ways.get(label)?.find((to) => circular.has(to)) ?? start;
  }
  return [...trail.slice(trail.indexOf(label)), label];
}

/** The labels that stay when those from which every way ends are taken away, again and again. */
function withoutLooseEnds(ways: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const left = new Map([...ways].map(([label, next]) => [label, new Set(next)]));
  const before = new Map<string, string[]>();
  for (const [label, next] of ways) {
    for (const to of next) {
      const earlier = before.get(to);
      if (earlier) earlier.push(label);
      else before.set(to, [label]);
    }
  }
  const open = [...left].filter(([, next]) => next.size === 0).map(([label]) => label);
  for (let end = open.pop(); end !== undefined; end = open.pop()) {
    left.delete(end);
    for (const label of before.get(end) ?? []) {
      const next = left.get(label);
      if (next?.delete(end) && next.size === 0) open.push(label);
    }
  }
  return new Set(left.keys());
}

function isLabel(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function walked(list: BlockList): readonly BlockNode[] {
  return list.blocks.filter(({ label }) => label !== list.finallyLabel);
}

/**
 * All ways of a graph list by label, without the finally block: the edges of each block, and the ways by which the chains of
 * a conditional reach its merge point. A conditional has a way to its merge point whether or not a branch takes it.
 */
export function successorsOf(list: BlockList): ReadonlyMap<string, readonly string[]> {
  const blocks = new Map(walked(list).map((block) => [block.label, { block, edges: edgesOf(block) }]));
  const ways = new Map<string, string[]>(
    [...blocks].map(([label, { edges }]) => [
      label,
      edges.map(({ to }) => to).filter((to) => blocks.has(to)),
    ]),
  );
  // Conditionals with the same merge point are looked at together, so that chains which they share are followed once.
  const meeting = new Map<string, WalkedBlock[]>();
  for (const walkedBlock of blocks.values()) {
    const { block } = walkedBlock;
    const merge = isConditional(block) ? block.next_block_label : null;
    if (!isLabel(merge) || !blocks.has(merge)) continue;
    const same = meeting.get(merge);
    if (same) same.push(walkedBlock);
    else meeting.set(merge, [walkedBlock]);
  }
  for (const [merge, conditionals] of meeting) {
    for (const end of chainEnds(conditionals, merge, blocks)) ways.get(end)?.push(merge);
  }
  return ways;
}

interface WalkedBlock {
  readonly block: BlockNode;
  readonly edges: readonly Edge[];
}

/** Blocks below the branches of conditionals that name no next one, looked for up to their merge point. */
function chainEnds(
  conditionals: readonly WalkedBlock[],
  merge: string,
  blocks: ReadonlyMap<string, WalkedBlock>,
): readonly string[] {
  const seen = new Set<string>([merge, ...conditionals.map(({ block }) => block.label)]);
  const ends: string[] = [];
  const open = conditionals.flatMap(({ edges }) =>
    edges.filter(({ type }) => type === 'branch').map(({ to }) => to),
  );
  for (let label = open.pop(); label !== undefined; label = open.pop()) {
    const found = blocks.get(label);
    if (!found || seen.has(label)) continue;
    seen.add(label);
    if (!found.edges.some(({ type }) => type === 'next')) ends.push(label);
    for (const { to } of found.edges) open.push(to);
  }
  return ends;
}
