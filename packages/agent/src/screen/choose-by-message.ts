import { delimitData, Type } from '@runwright/contract';
import type { AgentAction } from '../agent-actions.ts';
import { userMessage } from '../observe.ts';
import { inputsText } from '../prompt-boundaries.ts';
import { renderPrompt } from '../render-prompt.ts';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import { think } from '../think.ts';
import { giveUp } from './common-actions.ts';

const MessageJudgement = Type.Object(
  {
    kind: Type.Enum(['final', 'question', 'stuck'], { type: 'string' }),
    answer: Type.Union([Type.String(), Type.Null()], {
      description: 'For `question`: the answer, from the goal and the inputs only.',
    }),
  },
  { additionalProperties: false },
);

/**
 * Lets a model say what a message without an action means, and returns the action that follows from it: the end of the task, as
 * reached or as out of reach. The answer to a question that goal and inputs answer is returned as a text.
 */
export async function chooseByMessage(
  task: TaskContext,
  step: Step,
  message: string,
): Promise<AgentAction | string> {
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
  if (kind === 'final') return { reason: message, action_type: 'complete', summary: message };
  return kind === 'question' && answer !== null ? answer : giveUp(message);
}
