import type { BlockStatus } from '@runwright/contract';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { type BlockExecution, blockExecutionAt, type ListScope } from '../state/block-execution.ts';
import type { BlockResult, ListResult } from '../state/block-result.ts';
import type { ExecutionList } from '../state/execution-list.ts';
import { recordEndedAttempts } from '../state/loop-rows.ts';
import { createWalker } from '../state/walker.ts';
import type { RunScope } from './context/run-scope.ts';
import { executeBlock } from './execute-block.ts';

/**
 * Walks a list of blocks from where the journal stands: the top of a definition or one iteration of a loop. Throws the
 * reason of the scope's signal, `lease_lost`, or `invalid_input` when the way leads to a block for the second time.
 */
export async function executeList(
  scope: RunScope,
  list: ExecutionList,
  place: ListScope,
): Promise<ListResult> {
  const walk = createWalker(list);
  let left = list.maxBlocks ?? Number.MAX_SAFE_INTEGER;
  for (let at = walk.current(); at !== null; at = walk.current()) {
    if (left === 0) return { type: 'capped' };
    const carried = await executeOrReplayBlock(scope, blockExecutionAt(place, at));
    if (carried.type !== 'settled') return carried;
    walk.advance(carried.end);
    left -= 1;
  }
  const stopped = walk.stopped();
  return stopped ? { type: 'stopped', ...stopped } : { type: 'done' };
}

/** A block that the journal holds as ended is taken from there; it is never carried out again. */
export async function executeOrReplayBlock(scope: RunScope, visit: BlockExecution): Promise<BlockResult> {
  await yieldToEventLoop(scope.clock);
  scope.signal.throwIfAborted();
  // What an earlier worker saw of the block is seen again.
  recordEndedAttempts(scope.journal, visit);
  const last = scope.journal.history(visit.path).at(-1);
  if (last === undefined || last.finishedAt === null || last.status === 'lost') {
    scope.draining.throwIfAborted();
    return executeBlock(scope, visit, executeList);
  }
  return {
    type: 'settled',
    end: { status: last.status as BlockStatus, chosenLabel: last.chosenLabel },
  };
}
