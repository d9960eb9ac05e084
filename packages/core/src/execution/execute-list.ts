import type { BlockStatus } from '@runwright/contract';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { type Visit, visitAt, type WalkPlace } from '../state/block-execution.ts';
import type { Carried, ListLeft } from '../state/block-result.ts';
import type { WalkedList } from '../state/execution-list.ts';
import { noteEnded } from '../state/loop-rows.ts';
import { beginWalk } from '../state/walker.ts';
import type { RunScope } from './context/run-scope.ts';
import { carryOutBlock } from './execute-block.ts';

/**
 * Walks a list of blocks from where the journal stands: the top of a definition or one iteration of a loop. Throws the
 * reason of the scope's signal, `lease_lost`, or `invalid_input` when the way leads to a block for the second time.
 */
export async function carryOutList(scope: RunScope, list: WalkedList, place: WalkPlace): Promise<ListLeft> {
  const walk = beginWalk(list);
  let left = list.mostBlocks ?? Number.MAX_SAFE_INTEGER;
  for (let at = walk.current(); at !== null; at = walk.current()) {
    if (left === 0) return { type: 'capped' };
    const carried = await visitBlock(scope, visitAt(place, at));
    if (carried.type !== 'settled') return carried;
    walk.advance(carried.settled);
    left -= 1;
  }
  const stopped = walk.stopped();
  return stopped ? { type: 'stopped', ...stopped } : { type: 'done' };
}

/** A block that the journal holds as ended is taken from there; it is never carried out again. */
export async function visitBlock(scope: RunScope, visit: Visit): Promise<Carried> {
  await yieldToEventLoop(scope.clock);
  scope.signal.throwIfAborted();
  // What an earlier worker saw of the block is seen again.
  noteEnded(scope.journal, visit);
  const last = scope.journal.history(visit.path).at(-1);
  if (last === undefined || last.finishedAt === null || last.status === 'lost') {
    scope.draining.throwIfAborted();
    return carryOutBlock(scope, visit, carryOutList);
  }
  return {
    type: 'settled',
    settled: { status: last.status as BlockStatus, chosenLabel: last.chosenLabel },
  };
}
