import type { CursorPath, Json } from '@runwright/contract';
import type { WalkerPosition } from './walker.ts';

/** The iteration of a loop in which a list of blocks is executed. */
export interface Iteration {
  /** The item of a `for_loop`; null in a `while_loop`. */
  readonly value: Json;
  /** From 0. */
  readonly index: number;
}

/** The surroundings of a list of blocks: the top of a definition, or an iteration of a loop. */
export interface ListScope {
  /** Prefix of the paths of its blocks: `[]` at the top, `["each_row", 3]` in an iteration. */
  readonly path: CursorPath;
  /** The attempt of the loop around the list; null at the top. */
  readonly parentBlockRunId: string | null;
  /** The innermost iteration around the list; null at the top. */
  readonly iteration: Iteration | null;
  /** The latest output of each block, as templates of the list see it; grows with every block that ends. */
  readonly outputs: Map<string, Json>;
}

/** A block to execute: its node, its path, and the scope of its list. */
export interface BlockExecution extends WalkerPosition {
  /** Path of its rows in the journal. */
  readonly path: CursorPath;
  readonly listScope: ListScope;
}

/** The top of a definition. `outputs` are those that a run begins with. */
export function topLevelScope(outputs: Iterable<readonly [string, Json]> = []): ListScope {
  return { path: [], parentBlockRunId: null, iteration: null, outputs: new Map(outputs) };
}

/** Returns the execution of the block at a position of the walker. */
export function blockExecutionAt(listScope: ListScope, position: WalkerPosition): BlockExecution {
  return { ...position, listScope, path: [...listScope.path, position.node.label] };
}

/** Records the output of a block that ended; it moves to the end, because summaries use the order of ends. */
export function recordOutput({ listScope, node }: BlockExecution, output: Json): void {
  listScope.outputs.delete(node.label);
  listScope.outputs.set(node.label, output);
}
