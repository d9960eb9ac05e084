import { delimitData, promptSection, type Static, Type } from '@runwright/contract';
import { giveUpCategories } from './agent-actions.ts';
import { userMessage } from './observe.ts';
import { renderPrompt } from './render-prompt.ts';
import type { TaskContext } from './task-context.ts';
import type { FailedEnd } from './task-spec.ts';
import { type ThoughtRecorder, think } from './think.ts';

/** A model's judgement of the reason why a task did not succeed. */
export const FailureJudgement = Type.Object(
  {
    refused: Type.Boolean({ description: 'Whether the page itself refuses what is wanted.' }),
    category: Type.Enum(giveUpCategories, { type: 'string' }),
    reason: Type.String({ description: 'One sentence for the person who wanted it.' }),
    error_code: Type.Union([Type.String(), Type.Null()]),
    quote: Type.String({ description: 'Words of the page that show it; empty when there are none.' }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
  },
  { additionalProperties: false },
);
export type FailureJudgement = Static<typeof FailureJudgement>;

/** Part of the task context that a judging model call needs; `session` is null when no page is judged. */
export type JudgeContext = Pick<TaskContext, 'spec' | 'context' | 'boundaries'> & {
  readonly session: TaskContext['session'] | null;
};

/** Error codes with a lower confidence are dropped. */
const minConfidence = 0.7;

/**
 * Asks a model why the task failed and which of the caller's error codes applies. The code is null when none applies or
 * the model's confidence is below 0.7.
 */
export async function judgeFailure(
  task: JudgeContext,
  step: ThoughtRecorder,
  description: string,
): Promise<FailureJudgement> {
  const { spec, context, session, boundaries } = task;
  const view = session && (await session.page.read({ mode: 'verify', signal: context.signal }));
  const messages = [
    { role: 'system', content: renderPrompt('judge-failure', { codes: Object.entries(spec.errorCodes) }) },
    userMessage([
      promptSection('goal', spec.goal ?? spec.data?.goal ?? ''),
      delimitData('claim', boundaries.history, description),
      view === null ? '' : delimitData('page', boundaries.page(), view.text),
    ]),
  ] as const;
  const judged = (value: FailureJudgement): FailureJudgement => {
    const known = value.error_code !== null && Object.hasOwn(spec.errorCodes, value.error_code);
    return { ...value, error_code: known && value.confidence >= minConfidence ? value.error_code : null };
  };
  const value = await think(
    context,
    step,
    { thoughtType: 'failure_describe', scenario: 'failure_describe' },
    (ids) =>
      context.model('verify').generate({
        messages,
        schema: FailureJudgement,
        name: 'judge_failure',
        ...ids,
        signal: context.signal,
      }),
    (value) => ({
      observation: value.quote,
      thought: value.reason,
      answer: judged(value).error_code,
      output: { ...judged(value) },
    }),
  );
  return judged(value);
}

/**
 * Adds the caller's error code that applies, as judged by a model, and turns the end into `terminated`. Returns the end
 * unchanged when the caller defined no codes or none applies.
 *
 * @param lastResults what the last step came to, for the judge only
 */
export async function withErrorCode(
  task: JudgeContext,
  step: ThoughtRecorder,
  end: FailedEnd,
  lastResults: readonly string[] = [],
): Promise<FailedEnd> {
  if (Object.keys(task.spec.errorCodes).length === 0) return end;
  const { error_code, confidence, reason } = await judgeFailure(
    task,
    step,
    [end.reason, ...lastResults].join('\n'),
  );
  if (error_code === null) return end;
  const finalReason = end.errorCode === null ? end.reason : reason;
  return {
    status: 'terminated',
    reason: finalReason,
    category: 'user_defined',
    errorCode: error_code,
    confidence,
  };
}
