import type {
  BlockNode,
  BlockStatus,
  FailureCategory,
  FinalRunStatus,
  Run,
  RunErrorEntry,
  WorkflowDefinition,
} from '@runwright/contract';
import { executionListOf } from './execution-list.ts';
import { type AttemptRows, replayRows } from './loop-rows.ts';

/** The end of a run, without its output. */
export interface RunEnd {
  readonly status: FinalRunStatus;
  readonly failureReason: string | null;
  readonly failureCategory: FailureCategory | null;
  /** Errors of the run itself, beside those of its blocks. */
  readonly errors?: readonly RunErrorEntry[];
  /** Status of the blocks that are still open. Default: that of the run. */
  readonly openBlocks?: 'canceled';
}

/** The end of a run whose blocks have all done what they were to do. */
export const completedRunEnd: RunEnd = { status: 'completed', failureReason: null, failureCategory: null };

/** The end of a run that somebody canceled. */
const canceled: RunEnd = { status: 'canceled', failureReason: null, failureCategory: null };

/** Returns the end of a run that was stopped by a block. */
export function stoppedRunEnd(
  rows: AttemptRows,
  run: Pick<Run, 'kind'>,
  { node, status }: { readonly node: BlockNode; readonly status: BlockStatus },
): RunEnd {
  const attempt = rows.history([node.label]).at(-1);
  const cause = attempt?.failureReason ?? 'no reason was given';
  const reason = run.kind === 'task' ? cause : `${node.block_type} block ${node.label} ${status}: ${cause}`;
  if (status === 'canceled') return { status, failureReason: reason, failureCategory: null };
  return {
    status: status === 'terminated' ? 'terminated' : 'failed',
    failureReason: reason,
    failureCategory: attempt?.failureCategory ?? null,
  };
}

/** Returns the end of a canceled run. When its finally block has started, a body that did not complete stays the result. */
export function canceledRunEnd(rows: AttemptRows, run: Run, definition: WorkflowDefinition): RunEnd {
  const finallyLabel = definition.finally_block_label ?? null;
  if (finallyLabel === null || rows.history([finallyLabel]).length === 0) return canceled;
  const { result } = replayRows(rows, executionListOf(definition, run.settings), []);
  if (result?.type !== 'stopped') return canceled;
  return { ...stoppedRunEnd(rows, run, result), openBlocks: 'canceled' };
}
