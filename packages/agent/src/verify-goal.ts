import { delimitData, type Json, type Static, Type } from '@runwright/contract';
import { userMessage } from './observe.ts';
import { completionCondition, inputsText } from './prompt-boundaries.ts';
import { renderPrompt } from './render-prompt.ts';
import type { Step } from './step.ts';
import type { TaskContext } from './task-context.ts';
import { think } from './think.ts';

const closed = { additionalProperties: false } as const;
const nullableText = Type.Union([Type.String(), Type.Null()]);

/** Kind of the thoughts that judge whether a goal or a criterion is met. */
export const goalCheck = { thoughtType: 'user_goal_check', scenario: 'user_goal_check' } as const;

/** Model's verdict about a claim of success. */
export const Verdict = Type.Object(
  {
    verdict: Type.Enum(['done', 'not_done', 'cannot'], { type: 'string' }),
    evidence: Type.String({ description: 'Quoted from the page.' }),
    missing: nullableText,
  },
  closed,
);
export type Verdict = Static<typeof Verdict>;

/**
 * Lets a model without actions judge on a new page view whether the goal is reached.
 *
 * @param claim the agent's own summary
 * @param output extracted data; null when there is none
 * @param historyText lines of the history; empty when they are not to be shown
 */
export async function verifyGoal(
  task: TaskContext,
  step: Step,
  claim: string,
  output: Json,
  historyText: string,
): Promise<Verdict> {
  const { spec, context, session, boundaries } = task;
  const view = await session.page.read({ mode: 'verify', signal: context.signal });
  const taskPrompt = renderPrompt('verify-task', {
    goal: spec.goal ?? spec.data?.goal ?? '',
    criterion: completionCondition(spec, boundaries),
    inputs: inputsText(spec.inputs, boundaries),
  });
  const messages = [
    { role: 'system', content: renderPrompt('verify-system') },
    userMessage([
      taskPrompt,
      delimitData('claim', boundaries.history, claim),
      output === null ? '' : delimitData('data', boundaries.history, JSON.stringify(output).slice(0, 8_000)),
      historyText === '' ? '' : delimitData('history', boundaries.history, historyText),
      delimitData('page', boundaries.page(), view.text),
    ]),
  ] as const;
  return think(
    context,
    step,
    goalCheck,
    (ids) =>
      context
        .model('verify')
        .generate({ messages, schema: Verdict, name: 'verify', ...ids, signal: context.signal }),
    (value) => ({
      observation: value.evidence,
      thought: value.missing,
      answer: value.verdict,
      output: { ...value },
    }),
  );
}
