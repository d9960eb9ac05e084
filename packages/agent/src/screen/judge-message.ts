import { delimitData, Type } from '@runwright/contract';
import { userMessage } from '../observe.ts';
import { inputsText } from '../prompt-boundaries.ts';
import { renderPrompt } from '../render-prompt.ts';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import { think } from '../think.ts';

const MessageJudgement = Type.Object(
  {
    kind: Type.Enum(['final', 'question', 'stuck'], { type: 'string' }),
    answer: Type.Union([Type.String(), Type.Null()], {
      description: 'For `question`: the answer, from the goal and the inputs only.',
    }),
  },
  { additionalProperties: false },
);

/** What a message without an action is: the end of the work, a question with its answer, or that there is no way on. */
export type JudgedMessage =
  | { readonly kind: 'final' | 'stuck'; readonly answer: null }
  | { readonly kind: 'question'; readonly answer: string };

/** Lets a model say what a message without an action means; a question that goal and inputs do not answer means that there is no way on. */
export async function judgeMessage(task: TaskContext, step: Step, message: string): Promise<JudgedMessage> {
  const { context, spec, boundaries } = task;
  const { kind, answer } = await think(
    context,
    step,
    { thoughtType: 'internal_plan', scenario: 'generate_plan' },
    (ids) =>
      context.model('choose').generate({
        messages: [
          { role: 'system', content: renderPrompt('screen-message') },
          userMessage([
            renderPrompt('screen-message-task', {
              goal: spec.goal,
              inputs: inputsText(spec.inputs, boundaries),
            }),
            delimitData('message', boundaries.page(), message),
          ]),
        ],
        ...{ schema: MessageJudgement, name: 'judge_message', ...ids, signal: context.signal },
      }),
    (value) => ({ observation: message, answer: value.answer, output: { kind: value.kind } }),
  );
  if (kind !== 'question') return { kind, answer: null };
  return answer === null ? { kind: 'stuck', answer } : { kind, answer };
}
