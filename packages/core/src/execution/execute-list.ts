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
 * Executes a list of blocks from where the journal stands: the top of a definition or one iteration of a loop. Throws the
 * reason of the scope's signal, `lease_lost`, or `invalid_input` when the edges lead to a block for the second time.
 */
export async function executeList(
  scope: RunScope,
  list: ExecutionList,
  listScope: ListScope,
): Promise<ListResult> {
  const walker = createWalker(list);
  let remaining = list.maxBlocks ?? Number.MAX_SAFE_INTEGER;
  for (let position = walker.current(); position !== null; position = walker.current()) {
    if (remaining === 0) return { type: 'capped' };
    const result = await executeOrReplayBlock(scope, blockExecutionAt(listScope, position));
    if (result.type !== 'ended') return result;
    walker.advance(result.end);
    remaining -= 1;
  }
  const stopped = walker.stopped();
  return stopped ? { type: 'stopped', ...stopped } : { type: 'done' };
}

/** Executes a block, or returns its end from the journal: a block that has ended is never executed again. */
export async function executeOrReplayBlock(scope: RunScope, execution: BlockExecution): Promise<BlockResult> {
  await yieldToEventLoop(scope.clock);
  scope.signal.throwIfAborted();
  // Restores the outputs that an earlier worker has recorded.
  recordEndedAttempts(scope.journal, execution);
  const last = scope.journal.history(execution.path).at(-1);
  if (last === undefined || last.finishedAt === null || last.status === 'lost') {
    scope.draining.throwIfAborted();
    return executeBlock(scope, execution, executeList);
  }
  return {
    type: 'ended',
    end: { status: last.status as BlockStatus, chosenLabel: last.chosenLabel },
  };
}
