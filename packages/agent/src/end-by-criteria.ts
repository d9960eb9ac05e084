import { checkCriteria } from './check-criteria.ts';
import { withErrorCode } from './judge-failure.ts';
import type { Step } from './step.ts';
import type { TaskContext } from './task-context.ts';
import type { TaskEnd } from './task-spec.ts';

/** Returns the end of the task when a model judges that one of the caller's criteria holds; null without criteria. */
export async function endByCriteria(task: TaskContext, step: Step): Promise<TaskEnd | null> {
  const { completeCriterion, terminateCriterion } = task.spec;
  if (completeCriterion === null && terminateCriterion === null) return null;
  const { complete, terminate, evidence } = await checkCriteria(task, step);
  if (terminate && terminateCriterion !== null) {
    return withErrorCode(task, step, {
      status: 'terminated',
      reason: `The criterion to terminate holds: ${evidence}`,
      category: 'user_defined',
      errorCode: null,
      confidence: null,
    });
  }
  return complete && completeCriterion !== null ? { status: 'completed' } : null;
}
