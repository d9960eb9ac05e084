import type { BlockNode, RunSettings, WorkflowDefinition } from '@runwright/contract';
import { allBlocks } from '@runwright/definition';

/** A list of blocks to execute. */
export interface ExecutionList {
  readonly blocks: readonly BlockNode[];
  /** The block of the list that runs after all others; null for a loop's body. */
  readonly finallyLabel: string | null;
  /** The blocks follow each other, whatever they are. Default: labels decide, as soon as the list has any. */
  readonly ordered?: boolean;
  /** Maximum number of blocks to execute. Default: no limit. */
  readonly maxBlocks?: number;
}

/** Returns the blocks that a run executes before its finally block: the whole definition, or those that the request names. */
export function executionListOf(
  definition: WorkflowDefinition,
  { blockLabels }: Pick<RunSettings, 'blockLabels'>,
): ExecutionList {
  const finallyLabel = definition.finally_block_label ?? null;
  if (!blockLabels) return { blocks: definition.blocks, finallyLabel };
  const nodes = new Map(allBlocks(definition.blocks).map((node) => [node.label, node]));
  const selected = blockLabels.flatMap((label) => nodes.get(label) ?? []);
  return {
    blocks: selected.map((node, index) => inOrder(node, selected.slice(index + 1))),
    finallyLabel,
    ordered: true,
  };
}

/** A block without its edges: those that are named follow each other in the given order. */
function inOrder(node: BlockNode, later: readonly BlockNode[]): BlockNode {
  const target = node.on_failure_next_label;
  const stays = later.some(({ label }) => label === target);
  return { ...node, next_block_label: null, on_failure_next_label: stays ? (target ?? null) : null };
}
