import { delimitData, RunwrightError, Type } from '@runwright/contract';
import { userMessage } from '../observe.ts';
import { inputsText } from '../prompt-boundaries.ts';
import { renderPrompt } from '../render-prompt.ts';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import { think } from '../think.ts';

const Answer = Type.Object(
  {
    value: Type.Union([Type.String(), Type.Null()], {
      description: 'The text or the label of the option, as it is; null when nothing says it.',
    }),
  },
  { additionalProperties: false },
);

/**
 * Lets a model answer a question of a script about a value that the goal or the page decides.
 *
 * @throws RunwrightError `block_failed` when neither says it; `model_failed`
 */
export async function answerQuestion(task: TaskContext, step: Step, question: string): Promise<string> {
  const { context, spec, session, boundaries, today } = task;
  const view = await session.page.read({ mode: 'action', signal: context.signal });
  const { value } = await think(
    context,
    step,
    { thoughtType: 'internal_plan', scenario: 'generate_plan' },
    (ids) =>
      context.model('choose').generate({
        messages: [
          { role: 'system', content: renderPrompt('script-question') },
          userMessage([
            renderPrompt('script-task', {
              goal: spec.goal ?? spec.data?.goal ?? '',
              inputs: inputsText(spec.inputs, boundaries),
              today,
            }),
            // The names of elements in it were written by a page.
            delimitData('question', boundaries.history, question),
            delimitData('page', boundaries.page(), view.text),
          ]),
        ],
        ...{ schema: Answer, name: 'answer', ...ids, signal: context.signal },
      }),
    (answer) => ({ observation: question, answer: answer.value, output: { ...answer } }),
  );
  if (value !== null) return value;
  throw new RunwrightError(
    'block_failed',
    `Nothing says what the script of block \`${spec.label}\` needs: ${question}`,
    { details: { failure_category: 'target_missing' } },
  );
}
