import { runStepLoop } from '../step-loop.ts';
import type { TaskContext } from '../task-context.ts';
import type { TaskProgress } from '../task-progress.ts';
import type { FailedEnd } from '../task-spec.ts';
import { recordSubtask, type SubtaskDraft, type SubtaskResult } from './subtask.ts';

/** Result of a subtask that acts. */
export interface ActResult extends SubtaskResult {
  /** The end that holds for the whole task, because the caller's criterion to terminate is met; else null. */
  readonly taskEnd: FailedEnd | null;
}

/** Values of a subtask that acts. */
export interface ActRequest {
  readonly goal: string;
  readonly criterion: string | null;
  readonly maxSteps: number;
  /** Values beside those of the task, which a page may have written. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly place?: Omit<SubtaskDraft, 'kind' | 'goal'>;
}

/**
 * Lets the step loop reach the goal of a subtask. Its claim of success is not verified: the next plan judges it on the page.
 */
export async function runAct(
  task: TaskContext,
  progress: TaskProgress,
  { goal, criterion, maxSteps, inputs = {}, place = {} }: ActRequest,
): Promise<ActResult> {
  const { spec } = task;
  return recordSubtask(task, { kind: 'navigation', goal, ...place }, async (subtaskId) => {
    const part: TaskContext = {
      ...task,
      subtaskId,
      spec: {
        ...spec,
        goal,
        wholeGoal: spec.goal,
        data: null,
        inputs: { ...spec.inputs, ...inputs },
        errorCodes: {},
        maxSteps,
        completeCriterion: criterion,
        // A plan is made from pages, so its criterion is not trusted as an instruction.
        completeCriterionIsUntrusted: true,
        verify: false,
        mayExtract: false,
        mayChooseStart: false,
      },
    };
    const { end, summary, steps } = await runStepLoop(part, progress);
    if (end.status === 'completed') {
      return { status: 'completed', output: { summary }, failureReason: null, steps, taskEnd: null };
    }
    const { status, reason, category } = end;
    const taskEnd = category === 'user_defined' ? end : null;
    return { status, output: null, failureReason: reason, steps, taskEnd };
  });
}
