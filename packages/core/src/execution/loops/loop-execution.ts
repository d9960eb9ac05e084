import type { Attempt, Json, JsonObject } from '@runwright/contract';
import type { LoopContext, LoopSource } from '../../registry/block-kinds.ts';
import type { BlockExecution, ListScope } from '../../state/block-execution.ts';
import type { ListResult, Suspended } from '../../state/block-result.ts';
import type { ExecutionList } from '../../state/execution-list.ts';
import type { Outcome } from '../../state/outcome.ts';
import type { RunScope } from '../context/run-scope.ts';

/** Executes a list from where the journal stands. Passed down as a value, so that a loop can execute its body. */
export type ExecuteList = (scope: RunScope, list: ExecutionList, place: ListScope) => Promise<ListResult>;
/** One attempt of a loop whose row is in the journal as running. */
export interface LoopExecution {
  readonly scope: RunScope;
  /** The scope's signal and the loop's own deadline. */
  readonly signal: AbortSignal;
  /** Epoch ms; null: none. */
  readonly deadlineAt: number | null;
  readonly source: LoopSource;
  readonly execution: BlockExecution;
  readonly attempt: Attempt;
  /** Rendered. */
  readonly config: JsonObject;
  readonly context: LoopContext;
  readonly executeList: ExecuteList;
}

/** A loop whose items are known. */
export interface LoopWithItems extends LoopExecution {
  /** Null: iterations go on while a condition holds. */
  readonly items: readonly Json[] | null;
}

/** The result of an iteration: null when the next one may start, else the outcome or suspension of the loop. */
export type IterationResult = Outcome | Suspended | null;

/** Returns whether an iteration, or all of them, wait for a stored time. */
export function isSuspended(result: IterationResult): result is Suspended {
  return result !== null && 'type' in result;
}
