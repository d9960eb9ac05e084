import { delimitData, type Static, type TSchema } from '@runwright/contract';
import { userMessage } from '../observe.ts';
import { inputsText } from '../prompt-boundaries.ts';
import { type PromptName, renderPrompt } from '../render-prompt.ts';
import type { Step } from '../step.ts';
import type { TaskContext } from '../task-context.ts';
import { type Conclusion, think } from '../think.ts';

/** A question of a script to a model. */
export interface PageQuestion<S extends TSchema> {
  readonly purpose: 'choose' | 'locate';
  readonly prompt: PromptName;
  /** Name of the section with `text`, and of the answer's shape. */
  readonly section: string;
  readonly name: string;
  /** What is asked; the names of elements in it were written by a page. */
  readonly text: string;
  readonly schema: S;
  readonly conclude: (answer: Static<S>) => Pick<Conclusion, 'thought' | 'answer' | 'output'>;
}

/** Asks a model about the goal of a block and the page that is open; returns the answer and the ids of the page's elements. */
export async function askAboutPage<S extends TSchema>(
  { context, spec, session, boundaries, today }: TaskContext,
  step: Step,
  question: PageQuestion<S>,
): Promise<{ readonly answer: Static<S>; readonly ids: ReadonlySet<string> }> {
  const view = await session.page.read({ mode: 'action', signal: context.signal });
  const task = renderPrompt('script-task', {
    goal: spec.goal ?? spec.data?.goal ?? '',
    inputs: inputsText(spec.inputs, boundaries),
    today,
  });
  const asked = delimitData(question.section, boundaries.history, question.text);
  const page = delimitData('page', boundaries.page(), view.text);
  const answer = await think(
    context,
    step,
    { thoughtType: 'internal_plan', scenario: 'generate_plan' },
    (ids) =>
      context.model(question.purpose).generate({
        messages: [
          { role: 'system', content: renderPrompt(question.prompt) },
          userMessage([task, asked, page]),
        ],
        ...{ schema: question.schema, name: question.name, ...ids, signal: context.signal },
      }),
    (value) => ({ observation: question.text, ...question.conclude(value) }),
  );
  return { answer, ids: new Set(view.elements().map(({ id }) => id)) };
}
