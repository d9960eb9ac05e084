import { endStuckTask } from '../end-without-success.ts';
import { withErrorCode } from '../judge-failure.ts';
import type { Step } from '../step.ts';
import type { FailedEnd } from '../task-spec.ts';
import type { PlannedPart } from './plan.ts';
import { endWithoutSummary, type PlannerEnd, type PlannerRun } from './planner-run.ts';
import { runAct } from './run-act.ts';
import { runExtract } from './run-extract.ts';
import { runLoop } from './run-loop.ts';
import type { SubtaskResult } from './subtask.ts';

/** Steps that one part may take. */
export const stepsPerPart = 10;
/** Failed parts in a row that end a task. */
export const maxFailedParts = 4;

/** Executes the next part and notes its result; returns the end of the task when the part decides it, else null. */
export async function runPart(
  run: PlannerRun,
  recorder: Step,
  part: PlannedPart,
  stepsLeft: number,
): Promise<PlannerEnd | null> {
  const result = await executePart(run, part, stepsLeft);
  const { failureReason, output, lines, taskEnd } = result;
  run.steps += result.steps;
  run.failedParts = failureReason === null ? 0 : run.failedParts + 1;
  const outcome = failureReason ?? `done ${JSON.stringify(output)}`;
  run.past.push(...lines.map((line) => `  ${line}`), `${part.kind} ${JSON.stringify(part.goal)}: ${outcome}`);
  if (taskEnd) return endWithoutSummary(await withErrorCode(run.task, recorder, taskEnd));
  if (run.failedParts < maxFailedParts) return null;
  const what = `${run.failedParts} parts in a row failed.`;
  return endWithoutSummary(await endStuckTask(run.task, recorder, what));
}

interface PartResult extends SubtaskResult {
  /** What was done in it, one line each. */
  readonly lines: readonly string[];
  readonly taskEnd: FailedEnd | null;
}

async function executePart(
  { task, progress, findings }: PlannerRun,
  part: PlannedPart,
  stepsLeft: number,
): Promise<PartResult> {
  const { kind, goal, criterion, name } = part;
  if (kind === 'loop') return runLoop(task, progress, findings, part, stepsLeft);
  if (kind === 'extract') {
    const result = await runExtract(task, progress, findings, { goal, name: name ?? 'result', item: null });
    return { ...result, lines: [], taskEnd: null };
  }
  const linesBefore = progress.history.lines.length;
  const maxSteps = Math.min(stepsPerPart, stepsLeft);
  const result = await runAct(task, progress, { goal, criterion, maxSteps });
  return { ...result, lines: progress.history.lines.slice(linesBefore) };
}
