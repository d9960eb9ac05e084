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

/** How a run ends, before its output is put together. */
export interface RunEnd {
  readonly status: FinalRunStatus;
  readonly failureReason: string | null;
  readonly failureCategory: FailureCategory | null;
  /** Errors of the run itself, beside those of its blocks. */
  readonly errors?: readonly RunErrorEntry[];
  /** How blocks end that are still open. Default: as the run does. */
  readonly openBlocks?: 'canceled';
}

/** The end of a run whose blocks have all done what they were to do. */
export const completedRunEnd: RunEnd = { status: 'completed', failureReason: null, failureCategory: null };

/** The end of a run that somebody canceled. */
const canceled: RunEnd = { status: 'canceled', failureReason: null, failureCategory: null };

/** What a block that stopped the walk makes of its run. */
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

/** What a cancel makes of a run. A body that had not completed when its finally block began stays the result. */
export function canceledRunEnd(rows: AttemptRows, run: Run, definition: WorkflowDefinition): RunEnd {
  const finallyLabel = definition.finally_block_label ?? null;
  if (finallyLabel === null || rows.history([finallyLabel]).length === 0) return canceled;
  const { left } = replayRows(rows, executionListOf(definition, run.settings), []);
  if (left?.type !== 'stopped') return canceled;
  return { ...stoppedRunEnd(rows, run, left), openBlocks: 'canceled' };
}
