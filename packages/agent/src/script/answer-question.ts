import { RunwrightError, Type } from '@runwright/contract';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import { askAboutPage } from './ask-about-page.ts';

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
  const { answer } = await askAboutPage(task, step, {
    ...({ purpose: 'choose', prompt: 'script-question', section: 'question', name: 'answer' } as const),
    ...{ text: question, schema: Answer },
    conclude: ({ value }) => ({ answer: value, output: { value } }),
  });
  if (answer.value !== null) return answer.value;
  throw new RunwrightError(
    'block_failed',
    `Nothing says what the script of block \`${task.spec.label}\` needs: ${question}`,
    { details: { failure_category: 'target_missing' } },
  );
}
