import { branchesOf, isGraphList, targetsOf, textOf } from '../blocks/definition.ts';
import type { Port } from '../blocks/edit-blocks.ts';
import { asObject, type JsonObject } from '../yaml/json.ts';

/** Way from one block of a list to another; indexes are those of the list. */
export interface ListEdge {
  readonly from: number;
  readonly to: number;
  readonly port: Port;
  /**
   * `written`: a label of the definition; `order`: the next block of a list without labels; `merge`: the block after a conditional,
   * where the chains of its branches go on.
   */
  readonly kind: 'written' | 'order' | 'merge';
  /** Condition of a branch. */
  readonly text?: string;
}

/** Returns the edges of a list of blocks as the walk takes them. The block with the label `last` has none. */
export function listEdges(blocks: readonly JsonObject[], last: string | null): readonly ListEdge[] {
  const edges = isGraphList(blocks) ? graphEdges(blocks) : orderEdges(blocks, last);
  const unique = new Map(edges.map((edge) => [JSON.stringify([edge.from, edge.to, edge.port]), edge]));
  return [...unique.values()];
}

function orderEdges(blocks: readonly JsonObject[], last: string | null): readonly ListEdge[] {
  const walked = [...blocks.keys()].filter((index) => last === null || blocks[index]?.label !== last);
  const order = walked.flatMap((from, at) => {
    const to = walked[at + 1];
    return to === undefined ? [] : [{ from, to, port: 'next' as const, kind: 'order' as const }];
  });
  return [...order, ...blocks.flatMap((block, from) => failureEdges(blocks, block, from))];
}

function graphEdges(blocks: readonly JsonObject[]): readonly ListEdge[] {
  const edges: ListEdge[] = [];
  const visited = new Set<string>();
  const indexOf = (label: string) => blocks.findIndex((block) => block.label === label);

  /** Follows a chain; `merge` is where it goes on when it ends. */
  const walk = (from: number, merge: number): void => {
    const block = blocks[from];
    if (!block || from === merge || visited.has(`${from} ${merge}`)) return;
    visited.add(`${from} ${merge}`);
    const failures = failureEdges(blocks, block, from);
    edges.push(...failures);
    for (const { to } of failures) walk(to, merge);

    const next = textOf(block.next_block_label);
    const own = next === '' ? -1 : indexOf(next);
    if (block.block_type === 'conditional') {
      const after = next === '' ? merge : own;
      branchesOf(block).forEach((branch, index) => {
        const target = textOf(branch.next_block_label);
        const to = target === '' ? after : indexOf(target);
        const kind = target === '' ? ('merge' as const) : ('written' as const);
        if (to !== -1) edges.push({ from, to, port: { branch: index }, kind, text: conditionText(branch) });
        if (target !== '' && to !== -1) walk(to, after);
      });
      if (own !== -1) walk(own, merge);
    } else if (own !== -1) {
      edges.push({ from, to: own, port: 'next', kind: 'written' });
      walk(own, merge);
    } else if (next === '' && merge !== -1) {
      edges.push({ from, to: merge, port: 'next', kind: 'merge' });
    }
  };
  const targets = new Set(blocks.flatMap(targetsOf));
  blocks.forEach((block, index) => {
    if (!targets.has(textOf(block.label))) walk(index, -1);
  });
  // A cycle has no first block.
  for (const index of blocks.keys())
    if (!edges.some(({ from, to }) => from === index || to === index)) walk(index, -1);
  return edges;
}

function failureEdges(blocks: readonly JsonObject[], block: JsonObject, from: number): readonly ListEdge[] {
  const target = textOf(block.on_failure_next_label);
  const to = target === '' ? -1 : blocks.findIndex(({ label }) => label === target);
  return to === -1 ? [] : [{ from, to, port: 'failure', kind: 'written', text: 'on failure' }];
}

function conditionText(branch: JsonObject): string {
  if (branch.is_default === true) return 'otherwise';
  return textOf(branch.description) || textOf(asObject(branch.criteria)?.expression) || 'no condition';
}
