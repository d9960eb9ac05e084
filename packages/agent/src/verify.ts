import { fenced, type Json, type Static, Type } from '@runwright/contract';
import { inputsText } from './prompt-boundaries.ts';
import type { Judged } from './judge-failure.ts';
import { userMessage } from './observe.ts';
import { prompt } from './render-prompt.ts';
import type { Step } from './step.ts';
import type { Work } from './task-context.ts';

const closed = { additionalProperties: false } as const;
const nullableText = Type.Union([Type.String(), Type.Null()]);

/** What a check of the goal comes to. */
export const Verdict = Type.Object(
  {
    verdict: Type.Enum(['done', 'not_done', 'cannot'], { type: 'string' }),
    evidence: Type.String({ description: 'Quoted from the page.' }),
    missing: nullableText,
  },
  closed,
);
export type Verdict = Static<typeof Verdict>;

/** Which of the caller's conditions hold now. */
export const CriteriaAnswer = Type.Object(
  { complete: Type.Boolean(), terminate: Type.Boolean(), evidence: Type.String() },
  closed,
);
export type CriteriaAnswer = Static<typeof CriteriaAnswer>;

/**
 * Judges on a fresh view of the page whether the goal is reached; the judge has no actions.
 *
 * @param claim what the agent says it did
 * @param output data that the task brought; null when none
 * @param done lines of the history; empty when they are not to be shown
 */
export async function verify(
  work: Work,
  step: Step,
  claim: string,
  output: Json,
  done: string,
): Promise<Verdict> {
  const { spec, context, session, boundaries } = work;
  const view = await session.page.read({ mode: 'verify', signal: context.signal });
  const task = prompt('verify-task', {
    goal: spec.goal ?? spec.data?.goal ?? '',
    criterion: spec.completeCriterion,
    inputs: inputsText(spec.inputs, boundaries),
  });
  const { value, usage } = await context.model('verify').generate({
    messages: [
      { role: 'system', content: prompt('verify-system') },
      userMessage([
        task,
        fenced('claim', boundaries.history, claim),
        output === null ? '' : fenced('data', boundaries.history, JSON.stringify(output).slice(0, 8_000)),
        done === '' ? '' : fenced('history', boundaries.history, done),
        fenced('page', boundaries.page(), view.text),
      ]),
    ],
    schema: Verdict,
    name: 'verify',
    stepId: step.stepId,
    signal: context.signal,
  });
  await step.think({
    thoughtType: 'user_goal_check',
    scenario: 'user_goal_check',
    observation: value.evidence,
    thought: value.missing,
    answer: value.verdict,
    output: { ...value },
    usage,
  });
  return value;
}

/** Asks whether the caller's criteria hold on the page that is shown, or by themselves when there is no page. */
export async function checkCriteria(
  { spec, context, session, boundaries }: Judged,
  step: Step,
  inputs: Readonly<Record<string, unknown>> = {},
): Promise<CriteriaAnswer> {
  const view = session && (await session.page.read({ mode: 'verify', signal: context.signal }));
  const task = prompt('criteria', {
    complete: spec.completeCriterion,
    terminate: spec.terminateCriterion,
    inputs: Object.keys(inputs).length === 0 ? null : inputsText(inputs, boundaries),
    page: view !== null,
  });
  const { value, usage } = await context.model('verify').generate({
    messages: [
      { role: 'system', content: prompt('verify-system') },
      userMessage([task, view === null ? '' : fenced('page', boundaries.page(), view.text)]),
    ],
    schema: CriteriaAnswer,
    name: 'criteria',
    stepId: step.stepId,
    signal: context.signal,
  });
  await step.think({
    thoughtType: 'user_goal_check',
    scenario: 'user_goal_check',
    observation: value.evidence,
    thought: null,
    answer: criteriaWord(value),
    output: { ...value },
    usage,
  });
  return value;
}

function criteriaWord({ complete, terminate }: CriteriaAnswer): string {
  if (terminate) return 'terminate';
  return complete ? 'done' : 'not_done';
}
