import { delimitData, type Static, Type } from '@runwright/contract';
import type { JudgeContext } from './judge-failure.ts';
import { userMessage } from './observe.ts';
import { completionCondition, inputsText } from './prompt-boundaries.ts';
import { renderPrompt } from './render-prompt.ts';
import type { Step } from './step.ts';
import { think } from './think.ts';
import { goalCheck } from './verify-goal.ts';

/** Model's answer which of the caller's criteria hold. */
export const CriteriaAnswer = Type.Object(
  { complete: Type.Boolean(), terminate: Type.Boolean(), evidence: Type.String() },
  { additionalProperties: false },
);
export type CriteriaAnswer = Static<typeof CriteriaAnswer>;

/** Lets a model judge whether the caller's criteria hold, on the current page or without one. */
export async function checkCriteria(
  { spec, context, session, boundaries }: JudgeContext,
  step: Step,
  inputs: Readonly<Record<string, unknown>> = {},
): Promise<CriteriaAnswer> {
  const view = session && (await session.page.read({ mode: 'verify', signal: context.signal }));
  const taskPrompt = renderPrompt('criteria', {
    complete: completionCondition(spec, boundaries),
    terminate: spec.terminateCriterion,
    inputs: Object.keys(inputs).length === 0 ? null : inputsText(inputs, boundaries),
    page: view !== null,
  });
  const messages = [
    { role: 'system', content: renderPrompt('verify-system') },
    userMessage([taskPrompt, view === null ? '' : delimitData('page', boundaries.page(), view.text)]),
  ] as const;
  return think(
    context,
    step,
    goalCheck,
    (ids) =>
      context
        .model('verify')
        .generate({ messages, schema: CriteriaAnswer, name: 'criteria', ...ids, signal: context.signal }),
    (value) => ({ observation: value.evidence, answer: criteriaVerdict(value), output: { ...value } }),
  );
}

function criteriaVerdict({ complete, terminate }: CriteriaAnswer): string {
  if (terminate) return 'terminate';
  return complete ? 'done' : 'not_done';
}
