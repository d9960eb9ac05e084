import { fenced, type Static, section, Type } from '@runwright/contract';
import { giveUpCategories } from './decision.ts';
import { userMessage } from './observe.ts';
import { prompt } from './render-prompt.ts';
import type { Step } from './step.ts';
import type { FailedEnd } from './task-spec.ts';
import type { Work } from './task-context.ts';

/** Why a task did not succeed, as a model judges it. */
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

/** What a judgement is about: a task, with the page that it left or without one. */
export type Judged = Pick<Work, 'spec' | 'context' | 'boundaries'> & {
  readonly session: Work['session'] | null;
};

/** Where a judgement is recorded: a step, or the task itself. */
export type Thinker = Pick<Step, 'think'> & { readonly stepId?: string };

/** A code that is less certain than this is not given. */
const leastConfidence = 0.7;

/**
 * Asks why the task came to nothing, and which of the caller's error codes applies. The code is null when none does, or
 * when the model is not sure of it.
 */
export async function judgeFailure(work: Judged, step: Thinker, what: string): Promise<FailureJudgement> {
  const { spec, context, session, boundaries } = work;
  const view = session && (await session.page.read({ mode: 'verify', signal: context.signal }));
  const { value, usage } = await context.model('verify').generate({
    messages: [
      {
        role: 'system',
        content: prompt('judge-failure', { codes: Object.entries(spec.errorCodes) }),
      },
      userMessage([
        section('goal', spec.goal ?? spec.data?.goal ?? ''),
        fenced('claim', boundaries.history, what),
        view === null ? '' : fenced('page', boundaries.page(), view.text),
      ]),
    ],
    schema: FailureJudgement,
    name: 'judge_failure',
    ...(step.stepId === undefined ? {} : { stepId: step.stepId }),
    signal: context.signal,
  });
  const known = value.error_code !== null && Object.hasOwn(spec.errorCodes, value.error_code);
  const judgement = {
    ...value,
    error_code: known && value.confidence >= leastConfidence ? value.error_code : null,
  };
  await step.think({
    thoughtType: 'failure_describe',
    scenario: 'failure_describe',
    observation: value.quote,
    thought: value.reason,
    answer: judgement.error_code,
    output: { ...judgement },
    usage,
  });
  return judgement;
}

/**
 * An end without success, with the caller's error code that applies, in which case the task was given up because of it. It
 * stays as it is when the caller has no codes or none applies.
 *
 * @param lines what the last step came to, for the judge only
 */
export async function withErrorCode(
  work: Judged,
  step: Thinker,
  end: FailedEnd,
  lines: readonly string[] = [],
): Promise<FailedEnd> {
  if (Object.keys(work.spec.errorCodes).length === 0) return end;
  const { error_code, confidence, reason } = await judgeFailure(
    work,
    step,
    [end.reason, ...lines].join('\n'),
  );
  if (error_code === null) return end;
  const told = end.errorCode === null ? end.reason : reason;
  return { status: 'terminated', reason: told, category: 'user_defined', errorCode: error_code, confidence };
}
