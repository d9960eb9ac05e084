import type { Workflow } from '@runwright/client';
import type { TimelineBlock } from '../timeline/timeline-data.ts';

type Block = Workflow['workflow_definition']['blocks'][number];

/** Block of the graph with its state in the run. */
export interface GraphNode {
  /** Label of the block. */
  readonly id: string;
  readonly type: string;
  /** Status of its latest execution; null when it has not begun. */
  readonly status: string | null;
  /** Number of times that it was executed. */
  readonly executions: number;
  /** Id of its latest execution in the timeline. */
  readonly blockRunId: string | null;
}

/** Way from one block to another. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** Condition of a branch, or `each` from a loop to its first block. */
  readonly label: string | null;
  /** Whether the run has gone this way. */
  readonly isTaken: boolean;
}

/** Blocks of a workflow and the ways between them. */
export interface BlockGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Blocks of a workflow and the ways between them, with what the run did. */
export function blockGraphOf(blocks: readonly Block[], executed: Iterable<TimelineBlock>): BlockGraph {
  const executions = new Map<string, TimelineBlock[]>();
  for (const block of executed) executions.set(block.label, [...(executions.get(block.label) ?? []), block]);
  const labels = new Map(
    [...executions.values()].flat().map((one) => [one.workflow_run_block_id, one.label]),
  );
  const parents = new Map(
    [...executions].map(([label, list]) => [
      label,
      new Set(list.map((one) => labels.get(one.parent_workflow_run_block_id ?? ''))),
    ]),
  );
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  addAll(blocks);
  return { nodes, edges };

  function wentOn(from: string, to: string): boolean {
    return executions.has(from) && executions.has(to);
  }

  function isChild(label: string, parent: string): boolean {
    return parents.get(label)?.has(parent) ?? false;
  }

  function hasBranch(label: string, branches: NonNullable<Block['branch_conditions']>): boolean {
    return branches.some(({ next_block_label: to }) => to !== null && isChild(to, label));
  }

  function addAll(list: readonly Block[]): void {
    const next = nextOf(list);
    for (const block of list) {
      const { label } = block;
      nodes.push(nodeOf(block, executions.get(label) ?? []));
      const following = next.get(label) ?? null;
      const branches = block.branch_conditions ?? [];
      for (const { next_block_label: to, criteria, is_default: isDefault } of branches) {
        // A branch without a block goes on behind the conditional.
        const target = to ?? following;
        if (target !== null)
          edges.push({
            from: label,
            to: target,
            label: isDefault ? 'else' : (criteria?.expression ?? null),
            // The blocks of a branch are children of the conditional.
            isTaken: to === null ? !hasBranch(label, branches) && wentOn(label, target) : isChild(to, label),
          });
      }
      if (branches.length === 0 && following !== null)
        edges.push({ from: label, to: following, label: null, isTaken: wentOn(label, following) });
      const [first, ...others] = loopBlocks(block);
      if (first) {
        edges.push({ from: label, to: first.label, label: 'each', isTaken: wentOn(label, first.label) });
        addAll([first, ...others]);
      }
    }
  }
}

function nodeOf({ label, block_type: type }: Block, executions: readonly TimelineBlock[]): GraphNode {
  const latest = executions.at(-1);
  return {
    id: label,
    type,
    status: latest?.status ?? null,
    executions: executions.length,
    blockRunId: latest?.workflow_run_block_id ?? null,
  };
}

/** The block that follows each block. Without any link the order of the list counts; a branch ends behind its conditional. */
function nextOf(list: readonly Block[]): ReadonlyMap<string, string> {
  const isLinked = list.some(
    ({ next_block_label: next, branch_conditions: branches }) => next !== null || branches?.length,
  );
  if (!isLinked)
    return new Map(
      list.flatMap(({ label }, index) => {
        const next = list[index + 1];
        return next ? [[label, next.label] as const] : [];
      }),
    );
  const byLabel = new Map(list.map((block) => [block.label, block]));
  const next = new Map(
    list.flatMap(({ label, next_block_label: to }) => (to === null ? [] : [[label, to] as const])),
  );
  for (const { label, branch_conditions: branches } of list) {
    const merge = next.get(label);
    if (merge === undefined) continue;
    for (const { next_block_label: begin } of branches ?? []) {
      const seen = new Set<string>();
      for (let at = begin; at !== null && at !== merge && !seen.has(at); ) {
        seen.add(at);
        const to = next.get(at);
        if (to === undefined && byLabel.has(at)) next.set(at, merge);
        at = to ?? null;
      }
    }
  }
  return next;
}

function loopBlocks(block: Block): readonly Block[] {
  const { loop_blocks: inner } = block as { readonly loop_blocks?: unknown };
  return Array.isArray(inner) ? (inner as readonly Block[]) : [];
}
