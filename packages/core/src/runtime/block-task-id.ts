import type { Run } from '@runwright/contract';

const taskPattern = /^tsk_(\d{23})(\d{23})$/;

/**
 * Returns the id of the task that a block attempt executes. The block of a task run executes the run itself; the task of any
 * other block has an id that holds those of the attempt (first, so that ids sort by time) and of its run.
 */
export function blockTaskId(
  { kind, runId, workflowRunId }: Pick<Run, 'kind' | 'runId' | 'workflowRunId'>,
  blockRunId: string,
): string {
  if (kind === 'task') return runId;
  return `tsk_${digitsOf(blockRunId)}${digitsOf(workflowRunId)}`;
}

/** Returns the block attempt and the run of a task id that {@link blockTaskId} made; null for other ids. */
export function readBlockTaskId(
  taskId: string,
): { readonly blockRunId: string; readonly workflowRunId: string } | null {
  const [, block, run] = taskPattern.exec(taskId) ?? [];
  return block && run ? { blockRunId: `wrb_${block}`, workflowRunId: `wr_${run}` } : null;
}

function digitsOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}
