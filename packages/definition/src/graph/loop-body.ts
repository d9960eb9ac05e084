import type { BlockNode } from '@runwright/contract';

/** The blocks that a loop executes in each iteration; none for a block that is no loop. */
export function loopBodyOf(node: BlockNode): readonly BlockNode[] {
  return Array.isArray(node.loop_blocks) ? node.loop_blocks : [];
}

/** Blocks and the blocks of their bodies, at any depth. */
export function allBlocks(blocks: readonly BlockNode[]): readonly BlockNode[] {
  return blocks.flatMap((node) => [node, ...allBlocks(loopBodyOf(node))]);
}
