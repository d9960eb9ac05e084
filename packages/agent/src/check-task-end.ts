import { type FailureCategory, RunwrightError } from '@runwright/contract';
import { toActionRecord } from './action-text.ts';
import type { AgentAction } from './agent-actions.ts';
import type { DataCollector } from './data-collector.ts';
import { withErrorCode } from './judge-failure.ts';
import type { Step } from './step.ts';
import type { TaskContext } from './task-context.ts';
import type { TaskEnd } from './task-spec.ts';
import { type Claim, verifyGoal } from './verify-goal.ts';

/** Action with which the agent ends its task. */
export type EndAction = Extract<AgentAction, { action_type: 'complete' | 'terminate' }>;

/** Result of checking an end action: the end of the task, or a refusal for the model. */
export type EndCheck =
  | { readonly end: TaskEnd }
  | { readonly refusal: string; readonly category: FailureCategory };

/** What happened in the task, for the verifying model. */
export type TaskEvidence = Pick<Claim, 'results' | 'dialogs'>;

/**
 * Checks an action that ends the task, the last one of a step. `complete` is accepted when the requested data was extracted and a verifying model
 * call agrees; `terminate` is always accepted.
 */
export async function checkTaskEnd(
  task: TaskContext,
  step: Step,
  { action, order }: { readonly action: EndAction; readonly order: number },
  collector: DataCollector,
  taskEvidence: TaskEvidence,
): Promise<EndCheck> {
  if (action.action_type === 'terminate') return { end: await endAsTerminated(task, step, action) };
  const refusal = await checkCompletion(task, step, action.summary, collector, taskEvidence);
  await step.recordAction(
    order,
    toActionRecord(action),
    refusal ? 'failed' : 'completed',
    refusal?.refusal ?? null,
  );
  return refusal ?? { end: { status: 'completed' } };
}

async function checkCompletion(
  task: TaskContext,
  step: Step,
  claim: string,
  collector: DataCollector,
  taskEvidence: TaskEvidence,
): Promise<Extract<EndCheck, { refusal: string }> | null> {
  const { spec, session } = task;
  // A file that the page does not only show inside itself would already have ended the task.
  if (spec.needsDownload && !session.downloads?.list().some(({ status }) => status === 'completed')) {
    return { refusal: 'No file was downloaded yet.', category: 'target_missing' };
  }
  let { results } = taskEvidence;
  if (spec.data && collector.data === null) {
    try {
      results = [...results, `extract: ${await collector.collect(step, null)}`];
    } catch (error) {
      if (!RunwrightError.is(error) || error.code !== 'block_failed') throw error;
      return { refusal: error.message, category: 'extraction' };
    }
  }
  if (!spec.verify) return null;
  const {
    verdict,
    evidence,
    missing: missingText,
  } = await verifyGoal(task, step, { ...taskEvidence, summary: claim, data: collector.data, results });
  if (verdict === 'done') return null;
  const advice = verdict === 'cannot' ? ' If it cannot be done, terminate.' : '';
  return { refusal: `${missingText ?? evidence}${advice}`, category: 'goal_unreachable' };
}

async function endAsTerminated(
  task: TaskContext,
  step: Step,
  action: Extract<EndAction, { action_type: 'terminate' }>,
): Promise<TaskEnd> {
  const { errorCodes } = task.spec;
  await step.recordAction(0, toActionRecord(action), 'completed', action.evidence);
  await step.recordThought({
    thoughtType: 'termination',
    scenario: 'termination',
    observation: action.evidence,
    thought: action.reason,
    answer: action.error_code ?? null,
    output: toActionRecord(action),
    usage: null,
  });
  const end = { status: 'terminated', reason: action.reason } as const;
  if (action.error_code && Object.hasOwn(errorCodes, action.error_code)) {
    return { ...end, category: 'user_defined', errorCode: action.error_code, confidence: null };
  }
  const withoutCode = { ...end, category: action.category, errorCode: null, confidence: null };
  return withErrorCode(task, step, withoutCode, [action.evidence]);
}
