import { judgeFailure, withErrorCode } from './judge-failure.ts';
import type { Step } from './step.ts';
import type { TaskContext } from './task-context.ts';
import type { TaskEnd } from './task-spec.ts';

/** Ends a task whose agent makes no progress, for the reason and with the error code that a model judges to apply. */
export async function endStuckTask(task: TaskContext, step: Step, what: string): Promise<TaskEnd> {
  const { refused, category, reason, error_code, confidence } = await judgeFailure(task, step, what);
  const mapped = error_code !== null;
  return {
    status: refused || mapped ? 'terminated' : 'failed',
    reason: `The agent got stuck: ${what} ${reason}`,
    category: mapped ? 'user_defined' : category,
    errorCode: error_code,
    confidence: mapped ? confidence : null,
  };
}

/** Ends a task that has no step left, with the caller's error code that applies. */
export async function endAtStepLimit(
  task: TaskContext,
  step: Step,
  lastResults: readonly string[],
): Promise<TaskEnd> {
  const { maxSteps } = task.spec;
  const tried = task.spec.oneAction ? ` What was tried: ${lastResults.join('; ')}.` : '';
  const reason = `The goal was not reached within ${maxSteps} ${maxSteps === 1 ? 'step' : 'steps'}.${tried} Allow more steps or make the goal smaller.`;
  const end = {
    status: 'failed',
    reason,
    category: 'limit',
    errorCode: 'REACH_MAX_STEPS',
    confidence: null,
  } as const;
  return withErrorCode(task, step, end, lastResults);
}
