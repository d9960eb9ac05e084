import { type Static, Type } from '@runwright/contract';
import { giveUpCategories } from './decision.ts';
import { fenced } from './fence.ts';
import { userMessage } from './observe.ts';
import { prompt } from './prompt.ts';
import type { Step } from './step.ts';
import type { Work } from './work.ts';

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

/** A code that is less certain than this is not given. */
const leastConfidence = 0.7;

/**
 * Asks why the task came to nothing, and which of the caller's error codes applies. The code is null when none does, or
 * when the model is not sure of it.
 */
export async function judgeFailure(work: Work, step: Step, what: string): Promise<FailureJudgement> {
  const { spec, context, session, boundaries } = work;
  const view = await session.page.read({ mode: 'verify', signal: context.signal });
  const { value, usage } = await context.model('verify').generate({
    messages: [
      {
        role: 'system',
        content: prompt('judge-failure', { codes: Object.entries(spec.errorCodes) }),
      },
      userMessage([
        `<goal>\n${spec.goal ?? spec.data?.goal ?? ''}\n</goal>`,
        fenced('claim', boundaries.history, what),
        fenced('page', boundaries.page(), view.text),
      ]),
    ],
    schema: FailureJudgement,
    name: 'judge_failure',
    stepId: step.stepId,
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
