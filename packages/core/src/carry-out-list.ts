import type { BlockNode, BlockStatus, WorkflowDefinition } from '@runwright/contract';
import { type Carried, carryOutBlock } from './carry-out-block.ts';
import type { RunScope } from './run-scope.ts';
import { noteOutput, type Visit, visitAt, type WalkPlace } from './visit.ts';
import { beginWalk } from './walker.ts';

/** A list of blocks as it is walked. */
export interface WalkedList {
  readonly blocks: WorkflowDefinition['blocks'];
  /** The block of the list that is no part of the walk; null for a loop's body. */
  readonly finallyLabel: string | null;
}

/** How a walk of a list was left: at its end, at a block whose failure nothing rescued, or waiting for a stored time. */
export type ListLeft =
  | { readonly type: 'done' }
  | { readonly type: 'stopped'; readonly node: BlockNode; readonly status: BlockStatus }
  | Exclude<Carried, { readonly type: 'settled' }>;

/**
 * Walks a list of blocks from where the journal stands: the top of a definition or one iteration of a loop. Throws the
 * reason of the scope's signal, `lease_lost`, or `invalid_input` when the way leads to a block for the second time.
 */
export async function carryOutList(scope: RunScope, list: WalkedList, place: WalkPlace): Promise<ListLeft> {
  const walk = beginWalk(list.blocks, list.finallyLabel);
  for (let at = walk.current(); at !== null; at = walk.current()) {
    const carried = await visitBlock(scope, visitAt(place, at));
    if (carried.type !== 'settled') return carried;
    walk.advance(carried.settled);
  }
  const stopped = walk.stopped();
  return stopped ? { type: 'stopped', ...stopped } : { type: 'done' };
}

/** A block that the journal holds as ended is taken from there; it is never carried out again. */
export async function visitBlock(scope: RunScope, visit: Visit): Promise<Carried> {
  scope.signal.throwIfAborted();
  const last = scope.journal.history(visit.path).at(-1);
  if (last === undefined || last.finishedAt === null || last.status === 'lost') {
    return carryOutBlock(scope, visit);
  }
  noteOutput(visit, last.output);
  return {
    type: 'settled',
    settled: { status: last.status as BlockStatus, chosenLabel: last.chosenLabel },
  };
}
