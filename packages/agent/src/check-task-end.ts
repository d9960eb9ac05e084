import { type FailureCategory, RunwrightError } from '@runwright/contract';
import type { Move } from './decision.ts';
import type { Findings } from './data-collector.ts';
import { withErrorCode } from './judge-failure.ts';
import { record } from './execute-actions.ts';
import type { Step } from './step.ts';
import type { TaskEnd } from './task-spec.ts';
import { verify } from './verify.ts';
import type { Work } from './task-context.ts';

/** A move that says that the task is over. */
export type ClosingMove = Extract<Move, { action_type: 'complete' | 'terminate' }>;

/** What a closing move leads to: the end, or a refusal that the model is told. */
export type Closing =
  | { readonly end: TaskEnd }
  | { readonly refusal: string; readonly category: FailureCategory };

/**
 * Checks a claim that the task is over. Success is believed when the data that was wanted is there and fits, and when
 * the judge finds it on the page; giving up is believed as it is.
 */
export async function conclude(
  work: Work,
  step: Step,
  move: ClosingMove,
  findings: Findings,
  done: string,
): Promise<Closing> {
  if (move.action_type === 'terminate') return { end: await terminate(work, step, move) };
  const refusal = await missing(work, step, move.summary, findings, done);
  await step.note(0, record(move), refusal ? 'failed' : 'completed', refusal?.refusal ?? null);
  return refusal ?? { end: { status: 'completed' } };
}

async function missing(
  work: Work,
  step: Step,
  claim: string,
  findings: Findings,
  done: string,
): Promise<Extract<Closing, { refusal: string }> | null> {
  const { spec } = work;
  // A download would have ended the task before anything was claimed.
  if (spec.needsDownload) {
    return { refusal: 'No file was downloaded yet.', category: 'target_missing' };
  }
  if (spec.data && findings.data === null) {
    try {
      await findings.read(step, null);
    } catch (error) {
      if (!RunwrightError.is(error) || error.code !== 'block_failed') throw error;
      return { refusal: error.message, category: 'extraction' };
    }
  }
  if (!spec.verify) return null;
  const {
    verdict,
    evidence,
    missing: lack,
  } = await verify(work, step, claim, findings.data, spec.historyInVerification ? done : '');
  if (verdict === 'done') return null;
  const advice = verdict === 'cannot' ? ' If it cannot be done, terminate.' : '';
  return { refusal: `${lack ?? evidence}${advice}`, category: 'goal_unreachable' };
}

async function terminate(
  work: Work,
  step: Step,
  move: Extract<ClosingMove, { action_type: 'terminate' }>,
): Promise<TaskEnd> {
  const { errorCodes } = work.spec;
  await step.note(0, record(move), 'completed', move.evidence);
  await step.think({
    thoughtType: 'termination',
    scenario: 'termination',
    observation: move.evidence,
    thought: move.reason,
    answer: move.error_code ?? null,
    output: record(move),
    usage: null,
  });
  const end = { status: 'terminated', reason: move.reason } as const;
  if (move.error_code && Object.hasOwn(errorCodes, move.error_code)) {
    return { ...end, category: 'user_defined', errorCode: move.error_code, confidence: null };
  }
  const plain = { ...end, category: move.category, errorCode: null, confidence: null };
  return withErrorCode(work, step, plain, [move.evidence]);
}
