import type { Json } from '@runwright/contract';
import type { TaskContext } from '../task-context.ts';
import type { TaskResult } from '../task-output.ts';
import type { TaskProgress } from '../task-progress.ts';
import type { FailedEnd, TaskEnd } from '../task-spec.ts';
import { combineData, createFindings, type Findings } from './findings.ts';
import type { Subgoal } from './plan.ts';

/** A task that a planner executes, and what it has come to so far. */
export interface PlannerRun {
  readonly task: TaskContext;
  readonly progress: TaskProgress;
  readonly findings: Findings;
  /** Parts with their results, one line each. */
  readonly past: string[];
  subgoals: readonly Subgoal[];
  /** What is wrong with the last plan, for the next one. */
  refusals: string[];
  /** Data that was composed from the findings; undefined as long as nothing was. */
  composed: Json | undefined;
  steps: number;
  failedParts: number;
  idleRounds: number;
}

/** End of a planned task. */
export type PlannerEnd = Pick<TaskResult, 'end' | 'summary'>;

/** Creates the run of a planner that has done nothing yet. */
export function createPlannerRun(task: TaskContext, progress: TaskProgress): PlannerRun {
  return {
    ...{ task, progress, findings: createFindings(), past: [] },
    ...{ subgoals: [], refusals: [], composed: undefined },
    ...{ steps: 0, failedParts: 0, idleRounds: 0 },
  };
}

/** Returns what was collected for the task; findings of other names only when the task names no data that it must return. */
export function collectedData({ task, progress, composed, findings }: PlannerRun): Json {
  const { data } = progress.collector;
  if (data !== null && task.spec.data) return data;
  if (composed !== undefined) return composed;
  return task.spec.data ? data : combineData(findings, data);
}

/** Returns an end without a summary. */
export function endWithoutSummary(end: TaskEnd | FailedEnd): PlannerEnd {
  return { end, summary: null };
}
